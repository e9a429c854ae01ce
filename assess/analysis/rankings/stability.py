"""Results during work: what has settled, and what to judge next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, NamedTuple

from django.db.models import Max

from assess.analysis.kernel.forecasts.growth import Grown, in_order, tau_growth
from assess.analysis.kernel.forecasts.horizon import Settling, settling
from assess.analysis.kernel.forecasts.next_best import Gain, NextBest, next_best
from assess.analysis.memo import computed
from assess.analysis.rankings.comparison import tau_of
from assess.analysis.rankings.kappa import KappaGrowth, kappa_so_far
from assess.analysis.rankings.pairs import Pairing, ScoreTable
from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.conditions import Condition
from assess.analysis.scores.grids import Floats
from assess.judging.judges.order import peoples
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.cache import unchanged
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Side, judges_behind
from assess.judging.labels.scales import shorter_on
from runs.models import Run, Topic

MOST_NAMED = 10
# Smaller increases of tau are not shown: for topics, and for single responses, of which
# a topic has tens.
LEAST, LEAST_OF_RESPONSES = 0.001, 0.0001


class TopicNext(NamedTuple):
    """A topic to judge next: the number of responses, and the gain of tau."""

    topic: Topic
    responses: int
    gain: float


class ResponseNext(NamedTuple):
    """A response to judge next, by run and topic, and the gain of tau."""

    run: Run
    topic: Topic
    gain: float


class Next(NamedTuple):
    """What to judge next; tau: the expected value now with all topics judged.

    topics, responses: those that would raise tau by at least LEAST and
    LEAST_OF_RESPONSES, no response without a topic. most: the greatest gain of any
    topic.
    """

    tau: float
    pairs: int
    slope: float
    intercept: float
    topics: list[TopicNext]
    responses: list[ResponseNext]
    open_topics: int
    most: float

    @property
    def tells(self) -> bool:
        """Return whether judging any topic would gain enough."""
        return bool(self.topics)


@dataclass(frozen=True, eq=False)
class SettlingState:
    """The state of a comparison during work.

    people: the condition whose ranking is to settle, machine: the one with which it is
    compared and from which it is predicted. shared: what both score, topics in the
    order judged. there: the number of the track's topics.
    """

    people: Condition
    machine: Condition
    measure: Measure
    shared: ScoreTable
    tau: list[Grown]
    kappa: KappaGrowth
    horizon: Settling | None
    next: Next | None
    there: int
    least: ClassVar[float] = LEAST
    least_of_responses: ClassVar[float] = LEAST_OF_RESPONSES

    @property
    def too_few(self) -> bool:
        """Return whether the top needs more topics than the track has."""
        needed = self.horizon and self.horizon.needed
        return bool(needed and needed > self.there)

    @property
    def left(self) -> int:
        """Return how many topics of the track are not counted yet."""
        return max(0, self.there - (self.horizon.topics if self.horizon else 0))

    def top_of(self, asked: int) -> int:
        """Return the size of the top, at most the requested one."""
        return min(asked, len(self.shared.runs)) if self.horizon else asked


def settled(
    pairing: Pairing, measure: Measure, kind: Kind, *, top: int, places: int
) -> SettlingState:
    """Return how a comparison settles, by a measure; people's side comes first."""
    pairing = people_first(pairing)
    shared, own = pairing.shared(measure.name), pairing.every(measure.name)
    order = judged_order(shared.topics, pairing.left.side, kind)
    a, b = shared.a[:, order], shared.b[:, order]
    return SettlingState(
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
        there=pairing.left.basis.judge.track.topics.count(),
    )


def _tau(shared: ScoreTable, a: Floats, b: Floats) -> list[Grown]:
    """Return tau by topics in their order; the last value is that of the rankings."""
    grown = computed("tau-growth", (), a, b, make=lambda rng: tau_growth(a, b, rng=rng))
    whole = tau_of(shared.a, shared.b).tau
    return [
        each._replace(so_far=whole) if each.topics == shared.counting else each
        for each in grown
    ]


def people_first(pairing: Pairing) -> Pairing:
    """Return the pairing with people's side first, if only the other is people's."""
    left, right = (each.basis.judge for each in (pairing.left, pairing.right))
    people = peoples([left, right])
    if left.pk in people or right.pk not in people:
        return pairing
    return Pairing(pairing.right, pairing.left, pairing.keep)


def judged_order(topics: Sequence[Topic], side: Side, kind: Kind) -> list[int]:
    """Return the topics' places in the order of the last label on each."""
    asked = ("last", kind.name, side.round)
    last = unchanged([side.judge], asked, lambda: _last(side, kind))
    return in_order([last.get(topic.pk) for topic in topics])


def _last(side: Side, kind: Kind) -> dict[int, datetime]:
    """Return when each topic got its last label, by row number."""
    behind = [each.pk for each in judges_behind(side.judge)]
    every = counted_labels(kind, side.judge.track).order_by()
    labels = every.filter(judge__in=behind, round=side.round)
    return dict(labels.values_list(kind.topic).annotate(Max("at")))


def _kappa(pairing: Pairing, kind: Kind, topics: Sequence[Topic]) -> KappaGrowth:
    sides = (pairing.left.side, pairing.right.side)
    if sides[0] == sides[1]:
        return KappaGrowth([])
    a, b = (side.judge for side in sides)
    on = sorted(topic.pk for topic in topics)
    shorter = shorter_on(kind, a.track)
    own = (a.has_own_scale, b.has_own_scale, sorted(shorter.topics))
    scales = (kind.scale(a.track), own)
    which = [(side.judge.pk, side.round) for side in sides]
    asked = ("growth by scales", kind.name, which, on, scales)

    def order(numbers: Ints) -> list[int]:
        last = _last(sides[0], kind)
        return in_order([last.get(int(number)) for number in numbers])

    return unchanged(
        [a, b],
        asked,
        lambda: kappa_so_far(sides, kind, on, order=order, shorter=shorter),
    )


def _next(own: ScoreTable) -> Next | None:
    found: NextBest | None = computed(
        "next", (), own.a, own.b, make=lambda _rng: next_best(own.a, own.b)
    )
    if found is None:
        return None
    topics = _worth(found.topics, LEAST)
    responses = _worth(found.responses, LEAST_OF_RESPONSES)
    return Next(
        found.tau,
        found.expected.pairs,
        found.expected.slope,
        found.expected.intercept,
        [TopicNext(own.topics[gain.place[0]], gain.n, gain.gain) for gain in topics],
        [
            ResponseNext(own.runs[gain.place[0]], own.topics[gain.place[1]], gain.gain)
            for gain in (responses if topics else ())
        ],
        len(found.topics),
        max((gain.gain for gain in found.topics), default=0.0),
    )


def _worth(gains: Sequence[Gain], least: float) -> list[Gain]:
    """Return the first gains that are large enough to show, best first."""
    return [gain for gain in gains[:MOST_NAMED] if gain.gain >= least]
