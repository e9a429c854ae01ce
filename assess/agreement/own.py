"""A judge held against a panel that has it: how many of its labels are its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Case, Count, F, Min, Q, QuerySet, Value, When

from assess.agreement.asking import Question
from assess.agreement.comparing import Comparison
from assess.agreement.pairing import Pair
from assess.kernel.panels import ASSESSORS, FIRST, MAJORITY_OF_THREE
from assess.models import Judge
from assess.models.labels import Label
from assess.reading.agreement import Side, judges_behind
from assess.reading.unchanged import unchanged


class Own(NamedTuple):
    """A judge behind a panel: of n labels of the panel that both have, `own` are its.

    votes: by the panel's rule all members' labels count, and its own stand alone.
    """

    member: Side
    panel: Side
    own: int
    n: int
    votes: bool


def owns_of(question: Question, found: Comparison) -> list[Own]:
    """Return each judge that is held against a panel with its own labels in it."""
    return [own for pair in found.pairs for own in _owns(question, pair) if own.n]


def _owns(question: Question, pair: Pair) -> Iterator[Own]:
    a, b = question.sides[pair.a], question.sides[pair.b]
    if a.round != b.round:
        return
    for member, panel in ((a, b), (b, a)):
        if panel.judge.kind != Judge.PANEL or member.judge.kind == Judge.PANEL:
            continue
        if member.judge in judges_behind(panel.judge):
            votes = panel.judge.rule not in {ASSESSORS, FIRST}
            own = _kept(question, member, panel.judge)
            yield Own(member, panel, own, pair.n, votes)


def _kept(question: Question, member: Side, panel: Judge) -> int:
    topics = sorted(topic.pk for topic in question.topics)
    asked = ("own", question.kind.name, panel.pk, member.judge.pk, member.round, topics)
    return unchanged([panel], asked, lambda: _own(question, member, panel))


def _own(question: Question, member: Side, panel: Judge) -> int:
    """Count a panel's labels that are one judge's: first in order, or alone."""
    if panel.rule == MAJORITY_OF_THREE:
        return 0
    behind = list(dict.fromkeys(each.pk for each in judges_behind(panel)))
    given: QuerySet[Label] = question.kind.model.objects.given().order_by()
    labels = given.filter(question.where, judge__in=behind, round=member.round)
    own = Q(judge=member.judge)
    items = labels.values(*question.kind.columns)
    if panel.rule == FIRST:
        places = [When(judge=pk, then=Value(at)) for at, pk in enumerate(behind)]
        items = items.annotate(
            mine=Min(Case(*places), filter=own), first=Min(Case(*places))
        )
    elif panel.rule == ASSESSORS:
        items = items.annotate(mine=Min("pk", filter=own), first=Min("pk"))
    else:
        items = items.annotate(mine=Count("pk", filter=own), first=Count("pk"))
        items = items.filter(first=1)
    many: int = items.filter(mine=F("first")).count()
    return many
