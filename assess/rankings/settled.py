"""What can be said while work goes on: what has settled, and what to judge next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from django.db.models import Max, Q

from assess.kernel.agreement import UNLABELLED, tables
from assess.kernel.settling.growth import Grown, in_order, kappa_growth, tau_growth
from assess.kernel.settling.horizon import Settling, settling
from assess.kernel.settling.next_best import NextBest, next_best
from assess.kinds import Kind
from assess.models import Judge
from assess.rankings.compared import tau_of
from assess.rankings.conditions import Condition
from assess.rankings.pairing import Pairing, Table
from assess.reading.agreement import Side, align, columns_of, judges_behind
from assess.reading.order import peoples
from assess.reading.unchanged import unchanged
from assess.scores.computed import SEED, computed
from assess.scores.scored import Floats, Measure
from runs.models import Run, Topic

MOST_NAMED = 10


class TopicNext(NamedTuple):
    """A topic to judge next: how many responses, and what tau would gain."""

    topic: Topic
    responses: int
    gain: float


class ResponseNext(NamedTuple):
    """A response to judge next, by run and topic, and what tau would gain."""

    run: Run
    topic: Topic
    gain: float


class Next(NamedTuple):
    """What to judge next; tau: expected now with all topics judged."""

    tau: float
    pairs: int
    slope: float
    intercept: float
    topics: list[TopicNext]
    responses: list[ResponseNext]
    open_topics: int


@dataclass(frozen=True, eq=False)
class Settled:
    """The state of a comparison while work goes on.

    people: the condition whose ranking is to settle, machine: the one it is held
    against and expected from. shared: what both score, topics in the order judged.
    """

    people: Condition
    machine: Condition
    measure: Measure
    shared: Table
    tau: list[Grown]
    kappa: list[Grown]
    horizon: Settling | None
    next: Next | None

    def top_of(self, asked: int) -> int:
        """Return how many runs the top has, of as many as are asked for."""
        return min(asked, len(self.shared.runs)) if self.horizon else asked


def settled(
    pairing: Pairing, measure: Measure, kind: Kind, *, top: int, places: int
) -> Settled:
    """Say how a comparison settles, by a measure; people's side comes first."""
    pairing = people_first(pairing)
    shared, own = pairing.shared(measure.name), pairing.every(measure.name)
    order = judged_order(shared.topics, pairing.left.basis.judge, kind)
    a, b = shared.a[:, order], shared.b[:, order]
    return Settled(
        people=pairing.left,
        machine=pairing.right,
        measure=measure,
        shared=shared._replace(
            a=a, b=b, topics=tuple(shared.topics[place] for place in order)
        ),
        tau=_tau(shared, a, b),
        kappa=_kappa(pairing, kind, shared.topics),
        horizon=computed(
            "horizon",
            (top, places),
            own.a,
            make=lambda rng: settling(own.a, top=top, places=places, rng=rng),
        ),
        next=_next(own),
    )


def _tau(shared: Table, a: Floats, b: Floats) -> list[Grown]:
    """Return tau by topics in their order, at the end as the rankings have it."""
    grown = computed("tau", (), a, b, make=lambda rng: tau_growth(a, b, rng=rng))
    whole = tau_of(shared.a, shared.b).tau
    return [
        each._replace(so_far=whole) if each.topics == len(shared.topics) else each
        for each in grown
    ]


def people_first(pairing: Pairing) -> Pairing:
    """Return the pairing with people's side first, where only the other is people's."""
    left, right = (each.basis.judge for each in (pairing.left, pairing.right))
    people = peoples([left, right])
    if left.pk in people or right.pk not in people:
        return pairing
    return Pairing(pairing.right, pairing.left, pairing.keep)


def judged_order(topics: Sequence[Topic], judge: Judge, kind: Kind) -> list[int]:
    """Return the topics' places in the order of the last label on each."""
    last = unchanged([judge], ("last", kind.name), lambda: _last(judge, kind))
    return in_order([last.get(topic.pk) for topic in topics])


def _last(judge: Judge, kind: Kind) -> dict[int, datetime]:
    """Return when each topic got its last label, by row number."""
    behind = [each.pk for each in judges_behind(judge)]
    labels = kind.model.objects.given().filter(judge__in=behind).order_by()
    return dict(labels.values_list(kind.topic).annotate(Max("at")))


def _kappa(pairing: Pairing, kind: Kind, topics: Sequence[Topic]) -> list[Grown]:
    a, b = (each.basis.judge for each in (pairing.left, pairing.right))
    if a == b:
        return []
    on = sorted(topic.pk for topic in topics)
    asked = ("growth", kind.name, a.pk, b.pk, on)
    return unchanged([a, b], asked, lambda: _grown_kappa(a, b, kind, on))


def _grown_kappa(a: Judge, b: Judge, kind: Kind, on: list[int]) -> list[Grown]:
    where = Q(**{f"{kind.topic}__in": on})
    sides = [columns_of(Side(each), kind, where=where) for each in (a, b)]
    found = align(sides, kind, a.track)
    both = (found.codes != UNLABELLED).all(axis=1)
    numbers, of = np.unique(found.topics[both], return_inverse=True)
    one, other = found.codes[both].T
    stack = tables(one, other, of, size=len(found.categories))
    last = _last(a, kind)
    order = in_order([last.get(int(number)) for number in numbers])
    return kappa_growth(stack[order], rng=np.random.default_rng(SEED))


def _next(own: Table) -> Next | None:
    found: NextBest | None = computed(
        "next", (), own.a, own.b, make=lambda _rng: next_best(own.a, own.b)
    )
    if found is None:
        return None
    return Next(
        found.tau,
        found.expected.pairs,
        found.expected.slope,
        found.expected.intercept,
        [
            TopicNext(own.topics[gain.place[0]], gain.n, gain.gain)
            for gain in found.topics[:MOST_NAMED]
        ],
        [
            ResponseNext(own.runs[gain.place[0]], own.topics[gain.place[1]], gain.gain)
            for gain in found.responses[:MOST_NAMED]
        ],
        len(found.topics),
    )
