"""A model judge's questions on behalf of a running job."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from typing import TypeVar

from assess.judging.machine.readiness import model_of, pinned_prompts
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from llm.client import ModelFailed, ModelNotSet, ModelRefused
from llm.crew import in_order
from llm.endpoints.lookup import limits_of
from llm.entailment import ask_pairs
from llm.kernel.entailment import Pair, Probabilities
from llm.kernel.prompt import Value
from llm.kernel.reply import BadReply, Read
from llm.questions import Asking, Parsed, ask_until_parsed

T = TypeVar("T")
R = TypeVar("R")

# The number of successive failed calls, each retried by the client, after which the job
# ends: the endpoint is then down for all items, and more failures would add nothing.
MOST_IN_A_ROW = 5

PAIRS_A_CALL = 64  # of an entailment model


class ItemFailed(Exception):
    """One question has no readable answer; the message says why."""


class Over(Exception):
    """The work for which a thread waits has ended; it sends nothing more."""


class Asker:
    """Asks one judge's model through the ledger; can be cancelled between calls.

    Several threads may ask at once.
    """

    def __init__(self, judge: Judge, running: Running, prompts: Iterable[str]) -> None:
        self._running = running
        self._model = model_of(judge)
        self._prompts = {} if judge.takes_pairs else pinned_prompts(judge, prompts)
        self._width = limits_of(self._model.endpoint).concurrency
        self._message = ""
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._in_a_row = 0
        self._forgiven: Counter[str] = Counter()

    @contextmanager
    def each(
        self, items: Iterable[T], work: Callable[[T], R]
    ) -> Iterator[Iterator[tuple[T, Future[R]]]]:
        """Work on items at once, as many as the endpoint allows; give them in order.

        `work` asks in a thread of its own: it reads and computes, and writes nothing.
        What it raises is raised by the `result()` of the item's future.
        """
        self._over = threading.Event()
        results = in_order(
            work, items, width=self._width, over=self._over, idle=self._idle
        )
        with closing(results):
            yield results

    def say(self, message: str) -> None:
        """Tell what one item's work is at; pages show it."""
        self._message = message
        if self._width == 1:
            self._idle()

    def _idle(self) -> None:
        self._running.check()
        if self._message:
            self._running.say(self._message)

    def _check(self) -> None:
        if self._over.is_set():
            raise Over
        self._running.check()

    @property
    def facts(self) -> dict[str, int]:
        """Return how many readable replies deviated from the required form."""
        return {f"replies with {name}": n for name, n in self._forgiven.items()}

    def ask(
        self,
        prompt: str,
        values: Mapping[str, Value],
        parse: Callable[[str], Read[T]],
        *,
        ids: Mapping[str, object],
    ) -> Parsed[T]:
        """Return what `parse` reads from the reply.

        Raise ItemFailed if only this question failed, and JobError if every other one
        would fail too. Call it outside a transaction.
        """
        return self._put(
            lambda: ask_until_parsed(
                self._prompts[prompt],
                values,
                parse,
                check=self._check,
                **self._asking(ids),
            )
        )

    def entailments(
        self, pairs: Sequence[Pair], *, ids: Mapping[str, object]
    ) -> Parsed[list[Probabilities]]:
        """Return what an entailment model says of pairs, at most PAIRS_A_CALL.

        It raises as `ask` does.
        """
        return self._put(
            lambda: ask_pairs(pairs, check=self._check, **self._asking(ids))
        )

    def _asking(self, ids: Mapping[str, object]) -> Asking:
        return {
            "model": self._model,
            "job": self._running.uuid,
            "scope": self._running.scope,
            "input_ids": ids,
        }

    def _put(self, put: Callable[[], Parsed[T]]) -> Parsed[T]:
        try:
            parsed = put()
        except BadReply as error:
            self._count_in_a_row(failed=False)
            raise ItemFailed(str(error)) from error
        except (ModelNotSet, ModelRefused) as error:
            raise JobError(str(error)) from error
        except ModelFailed as error:
            raise self._failed(error) from error
        self._count_in_a_row(failed=False)
        with self._lock:
            self._forgiven.update(parsed.forgiven)
        return parsed

    def _failed(self, error: ModelFailed) -> Exception:
        number = self._count_in_a_row(failed=True)
        if number < MOST_IN_A_ROW:
            return ItemFailed(str(error))
        return JobError(
            f"Stopped: {number} calls failed one after the other. The last one: {error}"
        )

    def _count_in_a_row(self, *, failed: bool) -> int:
        with self._lock:
            self._in_a_row = self._in_a_row + 1 if failed else 0
            return self._in_a_row
