"""The comparison of two or more judges: by pair, topic and cut, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from django.db.models import Q

from assess.analysis.agreement.ordering import SEED
from assess.analysis.agreement.pairs import (
    MOST,
    NOTHING_SHARED,
    ONE_LABEL,
    TOO_MANY,
    UNDEFINED,
    Flags,
    JudgePair,
    pair_of,
)
from assess.judging.kernel.agreement import (
    METRICS,
    UNLABELLED,
    Measured,
    Metric,
    Resampling,
    alphas,
    clusters_of,
    coincidences,
)
from assess.judging.kernel.agreement.kappa import Floats
from assess.judging.kinds import Kind, Shorter
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned, Side, align, number_of, read_sides
from assess.judging.labels.reader import EVERYTHING
from assess.judging.labels.scales import Scales, scales_of, shorter_on


@dataclass(frozen=True)
class Comparison:
    """The comparison of some sides: each pair, and alpha over the shared items.

    Alpha is over the items that at least two sides judged.
    """

    categories: tuple[str, ...]
    pairs: tuple[JudgePair, ...]
    n: int
    topics: int
    alphas: dict[str, Measured]
    reason: str  # why alpha is undefined, if it is
    drawn: str


def compare(
    sides: tuple[Side, ...],
    kind: Kind,
    *,
    where: Q = EVERYTHING,
    shorter: Shorter | None = None,
) -> Comparison:
    """Compare two or more sides of one track; panels are combined first."""
    track = sides[0].judge.track
    found = align(read_sides(sides, kind, where=where), kind, track)
    shorter = shorter_on(kind, track) if shorter is None else shorter
    scales = scales_of(sides, found, kind, shorter)
    apart = np.isin(found.categories, kind.apart(track))
    places = combinations(range(len(sides)), 2)
    pairs = tuple(pair_of(found, a, b, scales=scales, apart=apart) for a, b in places)
    return _with_alpha(found, pairs, scales=scales, apart=apart)


def _with_alpha(
    found: Aligned, pairs: tuple[JudgePair, ...], *, scales: Scales, apart: Flags
) -> Comparison:
    several = (found.codes != UNLABELLED).sum(axis=1) > 1
    codes, topics = found.codes[several], found.topics[several]
    clusters = clusters_of(topics, codes)
    drawn = Resampling(clusters, rng=np.random.default_rng(SEED))
    reason = "" if len(codes) else NOTHING_SHARED
    for pair in pairs:
        reason = reason or scales.reason(pair.a, pair.b, np.unique(topics))
    if len(found.categories) > MOST:
        reason = reason or TOO_MANY
    every: dict[str, Measured] = dict.fromkeys(METRICS, UNDEFINED)
    if not reason:
        every = {name: _alpha(codes, found, name, apart, drawn) for name in METRICS}
        reason = ONE_LABEL if every["nominal"].value is None else ""
    return Comparison(
        found.categories,
        pairs,
        len(codes),
        len(np.unique(topics)),
        every,
        reason,
        "topics" if clusters.by_topic else "items",
    )


def _alpha(
    codes: Ints, found: Aligned, metric: Metric, apart: Flags, drawn: Resampling
) -> Measured:
    values = numbers_of(found.categories)
    if metric != "nominal":
        codes = np.where(apart[codes] & (codes >= 0), UNLABELLED, codes)
    pairs = coincidences(codes, drawn.clusters.of, size=len(values))
    return drawn.measured(pairs, partial(alphas, values=values, metric=metric))


def numbers_of(categories: tuple[str, ...]) -> Floats:
    """Return the number at each place: the label itself, or its place in order."""
    numbers = [number_of(each) for each in categories]
    known = [number for number in numbers if number is not None]
    places = known if len(known) == len(numbers) else range(len(numbers))
    return np.array(list(places), dtype=np.float64)
