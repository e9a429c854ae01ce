"""Hidden test items: how often people were right where the answer is known.

For organizers alone: nothing of it may reach the person who is tested.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from assess.kernel.agreement import agree
from assess.kinds import Kind, all_kinds
from assess.models import Allocation, Judge
from assess.reading.at_hand import at_hand
from assess.reading.labels import Item, Values, labels_of
from runs.models import Track

Tests = tuple[User, Kind, Judge]


class Answer(NamedTuple):
    """A person's label on a known item: the texts that tell the item, and both."""

    texts: tuple[str, ...]
    given: str
    known: str

    @property
    def is_right(self) -> bool:
        """Say whether both are the same."""
        return self.given == self.known


class Tested(NamedTuple):
    """How a person did on the known items of one kind of work, n of them answered.

    right: the share of labels that are the known ones; kappa: chance taken out.
    """

    person: User
    kind: Kind
    known: Judge
    n: int
    right: float | None
    kappa: float | None


def known_answers(kind: Kind, works: Iterable[Allocation]) -> dict[int, Values]:
    """Return the known answers on the topics of some work, by judge's row number.

    One query for all judges but panels, which take their own.
    """
    tested = [work for work in works if work.known]
    judges = {work.known.pk: work.known for work in tested if work.known}
    found: dict[int, Values] = {pk: {} for pk in judges}
    where = Q(**{f"{kind.topic}__in": {work.topic_id for work in tested}})
    plain = [pk for pk, judge in judges.items() if judge.kind != Judge.PANEL]
    if plain:
        rows = kind.model.objects.given().filter(where, judge__in=plain, round=0)
        fields = ("judge__pk", *kind.columns, "value")
        for judge, *item, value in rows.values_list(*fields):
            found[judge][tuple(item)] = value
    for pk in judges.keys() - set(plain):
        found[pk] = labels_of(judges[pk], kind, where=where)
    return found


def known_results(track: Track) -> list[Tested]:
    """Return how each person did on the known items of their work in a track."""
    found: dict[tuple[int, str, int], list[tuple[str, str]]] = defaultdict(list)
    people: dict[tuple[int, str, int], Tests] = {}
    for kind, works in _tested_works(track):
        for work in works:
            if work.known:
                key = (work.assessor_id, kind.name, work.known.pk)
                people[key] = (work.assessor, kind, work.known)
        for key, _label, given, known in _answers(track, kind, works):
            found[key].append((given, known))
    rows = [_tested(track, *tests, found[key]) for key, tests in people.items()]
    return sorted(rows, key=lambda row: (row.person.username, row.kind.name))


def met_tests(track: Track) -> dict[str, dict[int, list[bool]]]:
    """Return by kind which labels are on known items, and whether they are right.

    {kind: {label's row number: right, once for each judge that knows the item}}.
    """
    found: dict[str, dict[int, list[bool]]] = {}
    for kind, works in _tested_works(track):
        met: dict[int, list[bool]] = defaultdict(list)
        for _key, label, given, known in _answers(track, kind, works):
            met[label].append(given == known)
        found[kind.name] = met
    return found


def _tested(
    track: Track, person: User, kind: Kind, known: Judge, pairs: list[tuple[str, str]]
) -> Tested:
    scale = kind.values(track)
    strange = sorted({value for pair in pairs for value in pair}.difference(scale))
    found = agree(pairs, [*scale, *strange])
    return Tested(person, kind, known, found.n, found.agreement, found.kappa)


def _tested_works(track: Track) -> list[tuple[Kind, list[Allocation]]]:
    rows = list(
        Allocation.objects.at_hand()
        .filter(track=track, known__isnull=False)
        .select_related("assessor", "known__track")
    )
    by_kind = [
        (kind, [row for row in rows if row.kind == kind.name]) for kind in all_kinds()
    ]
    return [(kind, works) for kind, works in by_kind if works]


Found = tuple[tuple[int, str, int], int, str, str]


def _answers(track: Track, kind: Kind, works: Sequence[Allocation]) -> list[Found]:
    """Return (person, kind, known judge), label, its value, known value, once each.

    Labels on what is put away are left out.
    """
    answers = known_answers(kind, works)
    tests: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for work in works:
        if work.known_id:
            tests[work.assessor_id, work.topic_id, work.round].add(work.known_id)
    fields = ("pk", "judge__user", kind.topic, "round", *kind.columns, "value")
    rows = kind.model.objects.given().filter(
        at_hand(kind, track),
        judge__kind=Judge.PERSON,
        judge__track=track,
        judge__user__in={work.assessor_id for work in works},
        **{f"{kind.topic}__in": {work.topic_id for work in works}},
    )
    found: list[Found] = []
    for pk, person, topic, turn, *item, value in rows.values_list(*fields):
        for judge in tests[person, topic, turn]:
            known = answers[judge].get(_item(item))
            if known is not None:
                found.append(((person, kind.name, judge), pk, value, known))
    return found


def _item(numbers: list[int]) -> Item:
    return tuple(numbers)


def answers_of(track: Track, person: User, kind: Kind, known: Judge) -> list[Answer]:
    """Return a person's labels on known items, the wrong ones first."""
    works = [
        work
        for each, rows in _tested_works(track)
        for work in rows
        if each == kind and work.assessor == person and work.known == known
    ]
    if not works:
        return []
    rows = {
        pk: (given, right) for _key, pk, given, right in _answers(track, kind, works)
    }
    labels = kind.model.objects.filter(pk__in=list(rows))
    told = labels.values_list("pk", *(kind.told_by or (f"{kind.topic}__name",)))
    found = [Answer(tuple(map(str, texts)), *rows[pk]) for pk, *texts in told]
    return sorted(found, key=lambda answer: (answer.is_right, answer.texts))
