"""A model judge's questions on behalf of a running job."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from typing import TypeVar
from uuid import uuid4

from assess.judging.machine.readiness import model_of, pinned_prompts
from assess.judging.models import Judge
from jobs.registry import JobError, OutOfBudget
from jobs.rehearsal import Rehearsal, Rehearsed
from jobs.run import Running
from llm.actions import Request
from llm.budgets import OverBudget
from llm.client import ModelFailed, ModelNotSet, ModelRefused
from llm.crew import in_order
from llm.endpoints.lookup import limits_of
from llm.entailment import ask_pairs
from llm.estimates import Tally
from llm.kernel.entailment import Pair, Probabilities
from llm.kernel.prompt import Prompt, Value
from llm.kernel.reply import BadReply, Read
from llm.questions import Asking, NotOnRecord, Parsed, Reply, ask_until_parsed

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

    Several threads may ask at once. In a job's rehearsal it asks nothing: it counts the
    calls that the ledger does not hold. `follow` names the prompts of second calls that
    a first one may need; `replacing` are prompts that the judge was not made with.
    """

    def __init__(
        self,
        judge: Judge,
        running: Running,
        prompts: Iterable[str],
        *,
        follow: Iterable[str] = (),
        replacing: Mapping[str, Prompt] | None = None,
    ) -> None:
        self._running = running
        self._count = (
            _Rehearsed(running, judge) if isinstance(running, Rehearsal) else None
        )
        self._model = model_of(judge)
        self._prompts = {} if judge.takes_pairs else pinned_prompts(judge, prompts)
        self._prompts |= replacing or {}
        self._follow = [self._prompts[each] for each in follow if each in self._prompts]
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
        What it raises is raised by the `result()` of the item's future. A rehearsal
        ends here.
        """
        if self._count is not None:
            self._count.all(items, work)
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
        stand_in: T | None = None,
    ) -> Parsed[T]:
        """Return what `parse` reads from the reply.

        Raise ItemFailed if only this question failed, and JobError if every other one
        would fail too. Call it outside a transaction. In a rehearsal `stand_in` takes
        the place of a reply that nobody knows yet, so that what follows from the
        longest one is counted too; without one the item ends.
        """
        return self._put(
            lambda: ask_until_parsed(
                self._prompts[prompt],
                values,
                parse,
                check=self._check,
                **self._asking(ids),
            ),
            stand_in,
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
            "only_held": self._count is not None,
        }

    def _put(
        self, put: Callable[[], Parsed[T]], stand_in: T | None = None
    ) -> Parsed[T]:
        try:
            parsed = put()
        except NotOnRecord as error:
            assert self._count is not None  # noqa: S101 - for the types
            return self._count.one(error.request, self._follow, stand_in)
        except BadReply as error:
            self._count_in_a_row(failed=False)
            raise ItemFailed(str(error)) from error
        except OverBudget as error:
            raise OutOfBudget(str(error)) from error
        except (ModelNotSet, ModelRefused) as error:
            raise JobError(str(error)) from error
        except ModelFailed as error:
            raise self._failed(error) from error
        if self._count is not None:
            self._count.tally.held += 1
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


class _Rehearsed:
    """What a rehearsal counts in place of asking."""

    def __init__(self, running: Rehearsal, judge: Judge) -> None:
        self.tally = Tally(running.most)
        self._in_item = 0
        self._running = running
        running.found = judge, self.tally

    def all(self, items: Iterable[T], work: Callable[[T], R]) -> None:
        """Count the calls of items, and of some if they are many; raise Rehearsed."""
        number = looked = 0
        for number, item in enumerate(items, start=1):  # noqa: B007 - their number
            if looked < self._running.most:
                looked += 1
                self._in_item = 0
                with suppress(ItemFailed):
                    work(item)
        self.tally.share = looked / number if number else 1.0
        raise Rehearsed

    def one(
        self, request: Request, follow: list[Prompt], stand_in: T | None
    ) -> Parsed[T]:
        """Count one call, and those that may follow; raise ItemFailed if it ends."""
        self.tally.add(request.prompt, request.rendered)
        if request.prompt not in follow:
            for each in follow:
                self.tally.add(each, None)
                self.tally.is_most = True
        if stand_in is None:
            raise ItemFailed("It is not on record.")
        self._in_item += 1
        self.tally.is_most |= self._in_item > 1
        reply = Reply("", uuid4(), request.prompt.version, reused=False)
        return Parsed(stand_in, reply)
