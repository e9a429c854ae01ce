"""Results of hidden test items: how often people gave the known answer.

Only organizers may see them: they must not reach the tested person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from assess.judging.kernel.agreement import (
    agreement_shares,
    confusion,
    defined,
    kappas,
)
from assess.judging.kinds import Kind, Shorter, all_kinds
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.reader import Item, Values, labels_of
from assess.judging.labels.scales import shorter_on
from assess.judging.models import Allocation, Judge
from assess.judging.test_items.scales import scales_beside
from runs.models import Track

Tests = tuple[User, Kind, Judge]


class Answer(NamedTuple):
    """A person's label on a known item: the item's description, and both labels."""

    texts: tuple[str, ...]
    given: str
    known: str

    @property
    def is_right(self) -> bool:
        """Return whether both are the same."""
        return self.given == self.known


class Tested(NamedTuple):
    """A person's result on the known items of one type of work, n of them answered.

    right: the share of labels that equal the known ones, None also if the scales have
    no label in common. kappa: the same corrected for chance, None also if the scales
    differ. scales: how they differ, "" if they do not.
    """

    person: User
    kind: Kind
    known: Judge
    n: int
    right: float | None
    kappa: float | None
    scales: str = ""


class Met(NamedTuple):
    """A label on a known item, and its test (person, kind, known judge)."""

    test: tuple[int, str, int]
    label: int  # row number
    item: Item
    given: str
    known: str


def known_answers(kind: Kind, works: Iterable[Allocation]) -> dict[int, Values]:
    """Return the known answers on the topics of some work, by judge's row number.

    One query for all judges; panels need their own.
    """
    tested = [work for work in works if work.known]
    judges = {work.known.pk: work.known for work in tested if work.known}
    found: dict[int, Values] = {pk: {} for pk in judges}
    where = Q(**{f"{kind.topic}__in": {work.topic_id for work in tested}})
    plain = [pk for pk, judge in judges.items() if judge.kind != Judge.PANEL]
    if plain:
        rows = kind.model.objects.given().filter(
            where, judge__in=plain, round=0, repeat=0
        )
        fields = ("judge__pk", *kind.columns, "value")
        for judge, *item, value in rows.values_list(*fields):
            found[judge][tuple(item)] = value
    for pk in judges.keys() - set(plain):
        found[pk] = labels_of(judges[pk], kind, where=where)
    return found


def known_results(track: Track) -> list[Tested]:
    """Return each person's results on the known items of their work in a track."""
    rows: list[Tested] = []
    for kind, works in _tested_works(track):
        answers, shorter = known_answers(kind, works), shorter_on(kind, track)
        found: dict[tuple[int, str, int], list[Met]] = defaultdict(list)
        people: dict[tuple[int, str, int], Tests] = {}
        for work in works:
            if work.known:
                key = (work.assessor_id, kind.name, work.known.pk)
                people[key] = (work.assessor, kind, work.known)
        for met in _answers(track, kind, works, answers):
            found[met.test].append(met)
        rows += (
            _tested(track, tests, found[key], answers[tests[2].pk], shorter)
            for key, tests in people.items()
        )
    return sorted(rows, key=lambda row: (row.person.username, row.kind.name))


def met_tests(track: Track) -> dict[str, dict[int, list[bool]]]:
    """Return by kind which labels are on known items, and whether they are right.

    {kind: {label's row number: right, once for each judge with a known answer}}.
    """
    found: dict[str, dict[int, list[bool]]] = {}
    for kind, works in _tested_works(track):
        met: dict[int, list[bool]] = defaultdict(list)
        for each in _answers(track, kind, works, known_answers(kind, works)):
            met[each.label].append(each.given == each.known)
        found[kind.name] = met
    return found


def _tested(
    track: Track, tests: Tests, met: list[Met], answers: Values, shorter: Shorter
) -> Tested:
    _person, kind, known = tests
    if not met:
        return Tested(*tests, 0, None, None)
    pairs = [(each.given, each.known) for each in met]
    scale = kind.values(track)
    strange = sorted({value for pair in pairs for value in pair}.difference(scale))
    table = confusion(pairs, [*scale, *strange])
    sides = ({each.item: each.given for each in met}, answers)
    scales, topics = scales_beside(track, known, kind, sides, shorter)
    reason = scales.reason(0, 1, topics)
    shares = scales.share_a_label(0, 1)
    right = defined(agreement_shares(table)) if shares else None
    kappa = None if reason else defined(kappas(table))
    return Tested(*tests, len(pairs), right, kappa, reason)


def _tested_works(track: Track) -> list[tuple[Kind, list[Allocation]]]:
    rows = list(
        Allocation.objects.at_hand()
        .filter(track=track, known__isnull=False, repeat=0)
        .select_related("assessor", "known__track")
    )
    by_kind = [
        (kind, [row for row in rows if row.work == kind.name]) for kind in all_kinds()
    ]
    return [(kind, works) for kind, works in by_kind if works]


def _answers(
    track: Track,
    kind: Kind,
    works: Sequence[Allocation],
    answers: Mapping[int, Values],
) -> list[Met]:
    """Return the labels on known items, once for each judge with a known answer.

    Labels on rows that are put away are excluded. answers: by judge's row number.
    """
    tests: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for work in works:
        if work.known_id:
            tests[work.assessor_id, work.topic_id, work.round].add(work.known_id)
    fields = ("pk", "judge__user", kind.topic, "round", *kind.columns, "value")
    rows = counted_labels(kind, track).filter(
        judge__kind=Judge.PERSON,
        judge__track=track,
        judge__user__in={work.assessor_id for work in works},
        **{f"{kind.topic}__in": {work.topic_id for work in works}},
    )
    found: list[Met] = []
    for pk, person, topic, turn, *item, value in rows.values_list(*fields):
        for judge in tests[person, topic, turn]:
            numbers: Item = tuple(item)
            known = answers[judge].get(numbers)
            if known is not None:
                test = (person, kind.name, judge)
                found.append(Met(test, pk, numbers, value, known))
    return found


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
    met = _answers(track, kind, works, known_answers(kind, works))
    rows = {each.label: (each.given, each.known) for each in met}
    labels = kind.model.objects.filter(pk__in=list(rows))
    told = labels.values_list("pk", *(kind.told_by or (f"{kind.topic}__name",)))
    found = [Answer(tuple(map(str, texts)), *rows[pk]) for pk, *texts in told]
    return sorted(found, key=lambda answer: (answer.is_right, answer.texts))
