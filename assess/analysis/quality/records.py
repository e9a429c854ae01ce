"""People's labels with all data for their quality.

Only organizers may see it: none of it may reach the person it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Min, QuerySet, Sum

from accounts.models import User
from assess.judging.kinds import Kind, all_kinds
from assess.judging.labels.availability import at_hand
from assess.judging.models import Change, Judge
from assess.judging.test_items.results import met_tests
from config.operations.readings import ask, read
from runs.models import Track

Key = tuple[int, str, int]  # person's row number, kind, round
Item = tuple[int, ...]
CHUNK = 20_000  # rows read at a time
OVER_A_MACHINE = ", over a machine’s labels"


class LabelRecord(NamedTuple):
    """One current label, with others' labels on its item, and its test results.

    first: when it was first given. active: milliseconds over all of its changes, None
    if none was recorded.
    """

    label: int
    first: datetime
    topic: int
    item: Item
    value: str
    active: int | None
    others: tuple[str, ...]
    tests: tuple[bool, ...]


@dataclass
class LabelledWork:
    """A person's labels of one kind and round, in the order they were first given.

    last: when one was last given, changed or taken back.
    """

    person: int
    kind: Kind
    round: int
    last: datetime
    labels: list[LabelRecord] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """Return the key that distinguishes it from other work."""
        return self.person, self.kind.name, self.round

    @property
    def title(self) -> str:
        """Return the title of the type of work."""
        return title_of(self.kind, self.round)

    @property
    def name(self) -> str:
        """Return a slug that distinguishes it from the person's other work."""
        return f"{self.kind.name}-{self.round}" if self.round else self.kind.name


class _LabelRow(NamedTuple):
    label: int
    person: int
    topic: int
    round: int
    value: str
    at: datetime
    item: Item


class _Act(NamedTuple):
    active: int | None
    first: datetime


def title_of(kind: Kind, round: int) -> str:
    """Return the title of a kind of label, with the round if it is not 0."""
    return f"{kind.title}{OVER_A_MACHINE if round else ''}"


def people_in(track: Track, person: User | None = None) -> QuerySet[Judge]:
    """Return the judges that are people, or the judge of one person."""
    judges = Judge.objects.people().filter(track=track)
    return judges if person is None else judges.filter(user=person)


def people_who_labelled(track: Track) -> QuerySet[User]:
    """Return the people with labels of their own in a track."""
    return User.objects.filter(pk__in=people_in(track).values("user"))


def labelled(track: Track, person: User | None = None) -> list[LabelledWork]:
    """Return the labels of everyone in a track, or of one person, by kind and round.

    The number of statements is fixed, whatever the number of labels.
    """
    met = met_tests(track)
    kinds = all_kinds()
    queries = [_changes(track, person)]
    queries += [_labels(kind, track, person) for kind in kinds]
    # A person's rows fit into one answer; a track's come in chunks.
    chunks = (query.iterator(CHUNK) for query in queries)
    changes, *labels = read(ask(*queries)) if person else chunks
    acts: dict[str, dict[int, _Act]] = defaultdict(dict)
    for name, pk, active, first in changes:
        acts[name][pk] = _Act(active, first)
    found = []
    for kind, own in zip(kinds, labels, strict=True):
        given = [
            _LabelRow(pk, judged_by, topic, turn, value, at, tuple(item))
            for pk, judged_by, topic, turn, value, at, *item in own
        ]
        works = _by_work(kind, given, acts[kind.name], met.get(kind.name, {})).values()
        found += [work for work in works if _is_of(work, person)]
    return found


def _is_of(work: LabelledWork, person: User | None) -> bool:
    return person is None or work.person == person.pk


def _labels(kind: Kind, track: Track, person: User | None) -> QuerySet[Any, Any]:
    """Return people's first labels; for one person those on their own topics."""
    here = at_hand(kind, track)
    labels = kind.model.objects.filter(here, judge__in=people_in(track), repeat=0)
    if person is not None:
        own = kind.model.objects.filter(judge__in=people_in(track, person))
        labels = labels.filter(**{f"{kind.topic}__in": own.values(kind.topic)})
    fields = ("pk", "judge__user", kind.topic, "round", "value", "at", *kind.columns)
    return labels.order_by().values_list(*fields)


def _changes(track: Track, person: User | None) -> QuerySet[Any, Any]:
    """Return each label's active milliseconds, and when it was first given."""
    changes = Change.objects.filter(judge__in=people_in(track, person))
    rows = changes.order_by().values_list("kind", "label_id")
    return rows.annotate(active=Sum("active_ms"), first=Min("at"))


def _by_work(
    kind: Kind,
    rows: list[_LabelRow],
    acts: Mapping[int, _Act],
    met: Mapping[int, Sequence[bool]],
) -> dict[Key, LabelledWork]:
    items = _by_item(rows)
    found: dict[Key, LabelledWork] = {}
    for row in rows:
        key = (row.person, kind.name, row.round)
        work = found.setdefault(key, LabelledWork(row.person, kind, row.round, row.at))
        work.last = max(work.last, row.at)
        if row.value:
            act = acts.get(row.label, _Act(None, row.at))
            others = _others(items[row.round, row.item], row.person)
            tests = tuple(met.get(row.label, ()))
            given = LabelRecord(
                row.label,
                act.first,
                row.topic,
                row.item,
                row.value,
                act.active,
                others,
                tests,
            )
            work.labels.append(given)
    for work in found.values():
        work.labels.sort(key=lambda each: (each.first, each.label))
    return found


def _by_item(rows: list[_LabelRow]) -> dict[tuple[int, Item], list[_LabelRow]]:
    """Return the labels with a value, by round and item."""
    found: dict[tuple[int, Item], list[_LabelRow]] = defaultdict(list)
    for row in rows:
        if row.value:
            found[row.round, row.item].append(row)
    return found


def _others(rows: list[_LabelRow], person: int) -> tuple[str, ...]:
    return tuple(row.value for row in rows if row.person != person)
