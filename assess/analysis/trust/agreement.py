"""Agreement of judges, kind by kind: people with each other, machines with people."""

from __future__ import annotations

from dataclasses import dataclass

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.forms import MOST_JUDGES
from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.page import PairRow, pair_rows_of
from assess.analysis.agreement.questions import (
    AgreementQuestion,
    answered,
    machines_against,
)
from assess.judging.judges.order import first_with_labels, is_peoples
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.overlap import Side, judges_with_labels
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from runs.models import Topic, Track


@dataclass(frozen=True)
class People:
    """The people who labelled one kind, in pairs with shared items, and all together.

    left_out: the number of people beyond those that a table can show.
    """

    found: Comparison
    pairs: list[PairRow]
    left_out: int


@dataclass(frozen=True)
class Machines:
    """Every machine and import compared with the people first in order."""

    judge: Judge
    rows: list[tuple[Judge, Against]]


@dataclass(frozen=True)
class Agreeing:
    """One kind of label: people with each other, and machines with people."""

    kind: Kind
    people: People | None
    machines: Machines | None


def agreement_of(track: Track, topics: tuple[Topic, ...] = ()) -> list[Agreeing]:
    """Return the kinds of label with anything to compare, on these topics or on all."""
    every = (
        Agreeing(kind, _people(track, kind, topics), _machines(track, kind, topics))
        for kind in kinds_of(track)
    )
    return [each for each in every if each.people or each.machines]


def _people(track: Track, kind: Kind, topics: tuple[Topic, ...]) -> People | None:
    # No adjudication: it labels only where others differ, and would lower alpha.
    judges = rows_once(judges_with_labels(track, kind))
    sides = tuple(Side(each) for each in judges if each.kind == Judge.PERSON)
    if len(sides) < 2:
        return None
    question = AgreementQuestion(track, kind, sides[:MOST_JUDGES], topics)
    found = answered(question)
    pairs = [row for row in pair_rows_of(found, question) if row.found.n]
    left_out = max(0, len(sides) - MOST_JUDGES)
    return People(found, pairs, left_out) if pairs else None


def _machines(track: Track, kind: Kind, topics: tuple[Topic, ...]) -> Machines | None:
    judge = first_with_labels(track, kind)
    if judge is None or not is_peoples(judge):
        return None
    rows = [row for row in machines_against(judge, kind, topics) if row[1].n]
    return Machines(judge, rows) if rows else None
