"""A model judge's questions on behalf of a running job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from assess.judging.machine.readiness import model_of, pinned_prompts
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from llm.client import ModelFailed, ModelNotSet, ModelRefused
from llm.entailment import ask_pairs
from llm.kernel.entailment import Pair, Probabilities
from llm.kernel.prompt import Value
from llm.kernel.reply import BadReply, Read
from llm.questions import Asking, Parsed, ask_until_parsed

T = TypeVar("T")

# The number of successive failed calls, each retried by the client, after which the job
# ends: the endpoint is then down for all items, and more failures would add nothing.
MOST_IN_A_ROW = 5

PAIRS_A_CALL = 64  # of an entailment model


class ItemFailed(Exception):
    """One question has no readable answer; the message says why."""


class Asker:
    """Asks one judge's model through the ledger; can be cancelled between calls."""

    def __init__(self, judge: Judge, running: Running, prompts: Iterable[str]) -> None:
        self._running = running
        self._model = model_of(judge)
        self._prompts = {} if judge.takes_pairs else pinned_prompts(judge, prompts)
        self._in_a_row = 0
        self._forgiven: Counter[str] = Counter()

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
                check=self._running.check,
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
            lambda: ask_pairs(pairs, check=self._running.check, **self._asking(ids))
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
            self._in_a_row = 0
            raise ItemFailed(str(error)) from error
        except (ModelNotSet, ModelRefused) as error:
            raise JobError(str(error)) from error
        except ModelFailed as error:
            raise self._failed(error) from error
        self._in_a_row = 0
        self._forgiven.update(parsed.forgiven)
        return parsed

    def _failed(self, error: ModelFailed) -> Exception:
        self._in_a_row += 1
        if self._in_a_row < MOST_IN_A_ROW:
            return ItemFailed(str(error))
        return JobError(
            f"Stopped: {self._in_a_row} calls failed one after the other. The last "
            f"one: {error}"
        )
