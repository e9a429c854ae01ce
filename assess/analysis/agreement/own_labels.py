"""A judge compared with a panel that contains it: how many labels are its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from django.db.models import Case, Count, F, Min, Q, Value, When

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.questions import AgreementQuestion
from assess.judging.kernel.panels import ASSESSORS, FIRST, MAJORITY_OF_THREE
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.cache import unchanged
from assess.judging.labels.overlap import Side, judges_behind
from assess.judging.models import Judge
from runs.models import Topic

Compared = tuple[Side, Side, int]  # with the number of labels that both have


class Own(NamedTuple):
    """A judge behind a panel: of n labels that both have, `own` are the judge's own.

    votes: the panel's rule counts all members' labels, and `own` counts the items that
    only this judge labelled.
    """

    member: Side
    panel: Side
    own: int
    n: int
    votes: bool

    @property
    def says(self) -> str:
        """Return the facts as a sentence."""
        name, labels = self.member.judge.name, "label" if self.n == 1 else "labels"
        if self.votes:
            rests = "rests" if self.own == 1 else "rest"
            are = f"{rests} on {name} alone, and it has a vote in the others"
        else:
            are = f"{'is' if self.own == 1 else 'are'} {name}’s own"
        said = (
            f"{name} is one of those behind {self.panel.judge.name}: {self.own:,} of "
            f"the {self.n:,} {labels} of the panel compared here {are}."
        )
        those = "that" if self.own == 1 else "those"
        return f"{said} On {those} it agrees with itself." if self.own else said


def owns_of(question: AgreementQuestion, found: Comparison) -> list[Own]:
    """Return each judge that is compared with a panel containing its own labels."""
    sides = question.sides
    pairs = ((sides[pair.a], sides[pair.b], pair.n) for pair in found.pairs)
    return list(_owns(question, pairs))


def owns_against(
    other: Judge,
    kind: Kind,
    topics: tuple[Topic, ...],
    found: Sequence[tuple[Judge, Against]],
) -> list[Own]:
    """Return the same for machines that are compared with one judge."""
    pairs = [(Side(judge), Side(other), each.n) for judge, each in found]
    sides = (Side(other), *(side for side, *_ in pairs))
    return list(_owns(AgreementQuestion(other.track, kind, sides, topics), pairs))


def _owns(question: AgreementQuestion, pairs: Iterable[Compared]) -> Iterator[Own]:
    behind = cache(judges_behind)  # a panel may occur in many pairs
    for a, b, n in pairs:
        if not n or a.round != b.round:
            continue
        for member, panel in ((a, b), (b, a)):
            if panel.judge.kind != Judge.PANEL or member.judge.kind == Judge.PANEL:
                continue
            if member.judge in behind(panel.judge):
                votes = panel.judge.rule not in {ASSESSORS, FIRST}
                own = _kept(question, member, panel.judge)
                yield Own(member, panel, own, n, votes)


def _kept(question: AgreementQuestion, member: Side, panel: Judge) -> int:
    topics = sorted(topic.pk for topic in question.topics)
    asked = ("own", question.kind.name, panel.pk, member.judge.pk, member.round, topics)
    return unchanged([panel], asked, lambda: _own(question, member, panel))


def _own(question: AgreementQuestion, member: Side, panel: Judge) -> int:
    """Count a panel's labels that are one judge's: first in order, or the only one."""
    if panel.rule == MAJORITY_OF_THREE:
        return 0
    behind = list(dict.fromkeys(each.pk for each in judges_behind(panel)))
    given = counted_labels(question.kind, question.track).order_by()
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
