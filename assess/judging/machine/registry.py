"""How each kind of label is judged by machine: its calls, and its baseline's rule.

A kind registers one `Machine`; the job, the command and the pages use nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q

from assess.judging.kinds import Kind
from assess.judging.labels.reader import Item, labels_of
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.judging.screens import Subject
from config.registry import Registry
from llm.kernel.entailment import Pair, Probabilities
from llm.kernel.prompt import Value
from llm.kernel.reply import Read
from runs.models import Track


class NotByMachine(LookupError):
    """Labels of that kind cannot be given by machine."""


class Verdict(NamedTuple):
    """A machine's label of one item."""

    value: str
    details: Mapping[str, Any] = {}


class Unit(NamedTuple):
    """The items of one call, all of one topic, by row numbers."""

    topic: int
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Plan:
    """The units that still lack labels, and the number of items.

    `facts` are counts for the page, such as items omitted because they have no text.
    """

    units: Sequence[Unit]
    items: int
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Scope:
    """The work of a judge on one kind of label.

    `subject` is the uuid of the kind's subject, such as a bank; `topics` are row
    numbers, None for all.
    """

    judge: Judge
    subject: str = ""
    topics: frozenset[int] | None = None

    @property
    def track(self) -> Track:
        """Return the judge's track."""
        return self.judge.track


def _no_pairs(_found: Sequence[Probabilities]) -> Sequence[Verdict]:
    """Return no verdict: the kind is not for entailment models."""
    return ()


@dataclass(frozen=True)
class Question:
    """One unit with all data for judging it, by a model or by the baseline.

    `name` describes the unit to people. `ids` go into the ledger. `parse` raises
    BadReply. The results of `parse` and `baseline` are one verdict per item, in order.
    `known` are the verdicts where no call is needed, such as on an empty response. An
    entailment model gets `pairs`, one per item, and `by_pairs` reads its probabilities.
    `then` returns a second question that the first one's verdicts call for, if any; its
    verdicts are the unit's.
    """

    name: str
    items: tuple[Item, ...]
    prompt: str
    values: Mapping[str, Value]
    ids: Mapping[str, object]
    parse: Callable[[str], Read[Sequence[Verdict]]]
    baseline: Callable[[], Sequence[Verdict]]
    known: Sequence[Verdict] | None = None
    pairs: Sequence[Pair] = ()
    by_pairs: Callable[[Sequence[Probabilities]], Sequence[Verdict]] = _no_pairs
    then: Callable[[Sequence[Verdict]], Question | None] = lambda _found: None


@dataclass(frozen=True)
class Setting:
    """A choice that a new model judge keeps: its values with their words.

    usual: what a judge without it does. starts: what a track's new judges begin with.
    """

    name: str
    title: str
    choices: Sequence[tuple[str, str]]
    usual: str
    starts: Callable[[Track], str]
    says: str = ""


@dataclass(frozen=True)
class Machine:
    """How one kind of label is judged by machine.

    `load` reads the data of some units in a fixed number of queries. `nothing` is the
    message if there is no item; it says what to do first. `subjects` lists the possible
    subjects of a track's labels of this kind, None if the topic is enough. `record`
    stores labels in another way than label by label with their changes. `batched` are
    the prompts of a model that judges several items in a call, where that is offered.
    `takes_pairs`: entailment models can judge it. `settings` are a model judge's
    choices for this kind, `refusal` is why some do not go together, and `chooses`
    returns the prompts that a judge needs. `follow` names those of second questions.
    """

    kind: Kind
    prompts: tuple[str, ...]
    plan: Callable[[Scope], Plan]
    load: Callable[[Scope, Sequence[Unit]], Iterator[Question]]
    nothing: str
    baseline: str = "overlap"
    subjects: Callable[[Track], list[Subject]] | None = None
    record: Callable[[Scope, Sequence[NewLabel]], None] | None = None
    batched: tuple[str, ...] = ()
    takes_pairs: bool = False
    settings: tuple[Setting, ...] = ()
    refusal: Callable[[Mapping[str, str]], str] = lambda _settings: ""
    chooses: Callable[[Judge], tuple[str, ...]] | None = None
    follow: frozenset[str] = frozenset()

    def prompts_of(self, judge: Judge) -> tuple[str, ...]:
        """Return the prompts that a judge uses."""
        if self.chooses:
            return self.chooses(judge)
        return self.batched if self.batched and judge.batch > 1 else self.prompts


MACHINES: Registry[Machine] = Registry(
    "kind of label for a machine",
    name="kind.name",
    order=attrgetter("kind.turn"),
    unknown=NotByMachine,
)
register, machine_for, all_machines = MACHINES.register, MACHINES.get, MACHINES.all


def labelled(scope: Scope, kind: Kind) -> set[Item]:
    """Return the items that the judge has labelled, in the scope's topics."""
    where = Q()
    if scope.topics is not None:
        where = Q(**{f"{kind.topic}__in": scope.topics})
    return set(labels_of(scope.judge, kind, where=where))
