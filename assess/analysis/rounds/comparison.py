"""Each round's labels against one machine's: agreement, labels kept, seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.http import urlencode

from assess.analysis.agreement.forms import rounds_with_labels
from assess.analysis.agreement.page import value_of
from assess.analysis.agreement.pairs import JudgePair
from assess.analysis.agreement.questions import (
    AgreementQuestion,
    ProtocolUse,
    answered,
    use_of,
)
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.overlap import Side
from assess.judging.models import Adjudication, Judge, Round
from assess.judging.rounds.protocols import names_of_rounds
from runs.models import Track


class ThirdJudge(NamedTuple):
    """A judge of the items on which people and the machine differ, with each of them.

    n: the items that it judged. people, machine: its agreement with each.
    """

    adjudication: Adjudication
    n: int
    people: JudgePair
    machine: JudgePair


class ComparedRound(NamedTuple):
    """One round: its labels, beside the machine's.

    found, use: None without a label; ask: the query of the agreement page, queue that
    of a new third judge.
    """

    number: int
    name: str
    protocol: Round | None
    people: int
    topics: int
    found: JudgePair | None
    use: ProtocolUse | None
    ask: str
    queue: str
    third: list[ThirdJudge]


def compared_rounds(track: Track, kind: Kind, machine: Judge) -> list[ComparedRound]:
    """Return a track's rounds with those from scratch, each against a machine."""
    panel = track.judges.visible().filter(rule=ASSESSORS).first()
    stored = {each.number: each for each in Round.objects.filter(track=track)}
    with_labels = {0, *rounds_with_labels(track)} if panel else set()
    settled = list(_third_judges(track, kind, machine))
    rows = []
    for number, name in sorted(names_of_rounds(track).items()):
        if number not in with_labels | stored.keys():
            continue
        side = Side(panel, number, name) if panel and number in with_labels else None
        own = [each for each in settled if each.of_round == number]
        rows.append(_row(stored.get(number), kind, machine, (number, name, side), own))
    return rows


def _third_judges(track: Track, kind: Kind, machine: Judge) -> Iterator[Adjudication]:
    found = Adjudication.objects.filter(
        track=track, kind=kind.name, hides_labels=True, judges=machine
    )
    yield from found.select_related("judge").order_by("created_at")


def _row(
    protocol: Round | None,
    kind: Kind,
    machine: Judge,
    named: tuple[int, str, Side | None],
    settled: list[Adjudication],
) -> ComparedRound:
    number, name, side = named
    if side is None:
        return ComparedRound(number, name, protocol, 0, 0, None, None, "", "", [])
    track = machine.track
    question = AgreementQuestion(track, kind, (side, Side(machine)))
    labels = counted_labels(kind, track).filter(
        judge__track=track, judge__kind=Judge.PERSON, round=number
    )
    people = labels.order_by().values("judge").distinct().count()
    topics = labels.order_by().values(kind.topic).distinct().count()
    ask = {"kind": kind.name, "a": value_of(side), "b": str(machine.uuid)}
    queue = [("kind", kind.name), ("round", str(number)), ("unseen", "1")]
    queue += [("judge", str(each.uuid)) for each in (side.judge, machine)]
    return ComparedRound(
        number,
        name,
        protocol,
        people,
        topics,
        answered(question).pairs[0],
        use_of(question, side),
        urlencode(ask),
        urlencode(queue),
        [_third(kind, each, side, machine) for each in settled],
    )


def _third(
    kind: Kind, adjudication: Adjudication, side: Side, machine: Judge
) -> ThirdJudge:
    """Compare a third judge with the people of a round, and with the machine."""
    track = machine.track
    third = Side(adjudication.judge)
    third.judge.track = track
    pairs = [
        answered(AgreementQuestion(track, kind, (third, other))).pairs[0]
        for other in (side, Side(machine))
    ]
    return ThirdJudge(adjudication, pairs[1].n, *pairs)
