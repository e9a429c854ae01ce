"""One call sent until it is answered: retries within the endpoint's limits."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    wait_random_exponential,
)

from llm.client import Answer, ModelBusy, ModelFailed
from llm.kernel.load import Outcome
from llm.throttle import EndpointDown, Place

RETRIES = 3
REFUSALS = 8  # retries of a call that the endpoint had no room for
LONGEST_WAIT = 60.0  # seconds between two of them

# Half a second, one, two, four: each time anything between 0 and that, so that callers
# that failed together do not come back together.
_BACKOFF = wait_random_exponential(multiplier=0.5, max=LONGEST_WAIT)


def longest_call() -> float:
    """Return the seconds after which no call can still be waiting for its reply."""
    each = settings.LLM_TIMEOUT + LONGEST_WAIT + settings.LLM_PATIENCE
    return float((REFUSALS + 1) * each)


def place_time() -> float:
    """Return the seconds after which one try has certainly ended."""
    return float(settings.LLM_TIMEOUT + 10)


def send_persistently(place: Place, send: Callable[[], Answer]) -> Answer:
    """Send until there is an answer, a few times at most. Raise as `send` does.

    Only ModelBusy is tried again: after the time that the endpoint asks for, else by
    exponential backoff. The place is left while waiting.
    """
    retrying = Retrying(
        stop=_is_enough,
        wait=_wait,
        retry=retry_if_exception_type(ModelBusy),
        reraise=True,
    )
    return retrying(_try_once, place, send)


def _is_enough(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    most = REFUSALS if getattr(error, "has_refused", False) else RETRIES
    return state.attempt_number > most


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = getattr(error, "retry_after", None)
    return _BACKOFF(state) if asked is None else min(asked, LONGEST_WAIT)


def _try_once(place: Place, send: Callable[[], Answer]) -> Answer:
    try:
        place.enter()
    except EndpointDown as error:
        raise ModelFailed(str(error)) from error
    try:
        answer = send()
    except ModelBusy as error:
        refused = Outcome.REFUSED if error.has_refused else Outcome.FAILED
        place.leave(refused, retry_after=error.retry_after)
        raise
    except ModelFailed:  # it does answer
        place.leave(Outcome.ANSWERED)
        raise
    place.leave(Outcome.ANSWERED, tokens=answer.usage.total)
    return answer
