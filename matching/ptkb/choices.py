"""The statements that judges found relevant, turn by turn, and scores of runs'."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assess.judging.labels.availability import counted_labels
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import PTKB
from matching.kernel.ptkb_scores import PtkbScores, ptkb_scores
from runs.models import Track

RELEVANT = "relevant"
Chosen = dict[int, set[int]]  # statements by turn, both by row number


class RunChoice(NamedTuple):
    """A run's choice of statements, which an import judge has, with its scores."""

    judge: Judge
    scores: PtkbScores


def relevant_statements(judge: Judge) -> Chosen:
    """Return the statements that are relevant to each turn that a judge labelled."""
    given = labels_of(judge, PTKB).items()
    return _by_turn((turn, said, value) for (turn, said), value in given)


def imported_choices(track: Track) -> dict[Judge, Chosen]:
    """Return what each import has, by name, in two statements."""
    imports = judges_with_labels(track, PTKB).filter(kind=Judge.IMPORT)
    judges = {judge.pk: judge for judge in imports.order_by("name")}
    given: QuerySet[Any] = counted_labels(PTKB, track).filter(
        judge__in=judges, round=0, repeat=0
    )
    rows: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for judge, *row in given.order_by().values_list("judge", *PTKB.columns, "value"):
        rows[judge].append(tuple(row))
    return {judge: _by_turn(rows[pk]) for pk, judge in judges.items()}


def _by_turn(rows: Iterable[tuple[int, int, str]]) -> Chosen:
    found: Chosen = defaultdict(set)
    for topic, statement, value in rows:
        own = found[topic]
        if value == RELEVANT:
            own.add(statement)
    return dict(found)


def run_choices(judge: Judge) -> list[RunChoice]:
    """Return every other import of a track, scored by a judge's labels."""
    relevant = relevant_statements(judge)
    return [
        RunChoice(each, ptkb_scores(relevant, chosen))
        for each, chosen in imported_choices(judge.track).items()
        if each != judge
    ]
