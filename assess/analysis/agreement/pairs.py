"""The comparison of two sides over the items that both judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assess.analysis.agreement.ordering import SEED, order_of, without
from assess.judging.kernel.agreement import (
    UNLABELLED,
    WEIGHTS,
    Matrix,
    Measured,
    Resampling,
    Weights,
    as_matrix,
    clusters_of,
    cut_in_two,
    defined,
    kappas,
    tables,
)
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Aligned
from assess.judging.labels.scales import NO_LABEL_SHARED, Scales

Flags = NDArray[np.bool_]
MOST = 20  # the most categories for which a table is shown
NOTHING_SHARED = "no item that both judged"
ONE_LABEL = "both used one and the same single label"
OTHER_SCALES = "the two use different scales here"
TOO_MANY = "too many different labels for a table"
UNDEFINED = Measured(None)


@dataclass(frozen=True)
class Cut:
    """Agreement on labels cut in two: at or above a place on the scale, a cut a judge.

    a, b: the lowest label that counts as above.
    """

    a: str
    b: str
    n: int
    agreement: Measured
    kappa: Measured


class FrequentLabel(NamedTuple):
    """The most frequent label of one side, given by its place, and its share.

    A judge that always gives this label agrees that often, with a κ of 0.
    """

    side: int
    label: str
    share: float


@dataclass(frozen=True)
class OnTopic:
    """Two sides' agreement on one topic (row number); None with its reason."""

    topic: int
    n: int
    agreement: float | None
    kappa: float | None
    reason: str


@dataclass(frozen=True)
class JudgePair:
    """The comparison of two sides over the items that both judged; a, b: their places.

    `reason` says why kappa is undefined, if it is. agreement: None also if the scales
    have no label in common. If the scales differ, `alike` is the share of `pairs` that
    one orders as the other does. If either scale has two labels, `at_cut` is the cut
    that compares it with the longer one. matrix: rows a, columns b, empty if there are
    too many different labels. only_a, only_b: items that only one of the two judged.
    most_frequent: of the people's side, or the second if both or neither are people's;
    None where agreement is.
    """

    a: int
    b: int
    n: int
    only_a: int
    only_b: int
    agreement: Measured
    kappa: Measured
    kappa_linear: Measured
    kappa_quadratic: Measured
    reason: str
    matrix: Matrix
    topics: tuple[OnTopic, ...]
    cuts: tuple[Cut, ...]
    drawn: str  # "topics" or "items"
    alike: Measured
    pairs: int
    at_cut: Cut | None
    most_frequent: FrequentLabel | None


@dataclass(frozen=True)
class _Both:
    """The items that two sides both judged: labels (items, 2), topics, and samples."""

    codes: Ints
    topics: Ints
    categories: tuple[str, ...]
    apart: Flags
    drawn: Resampling

    @property
    def fits(self) -> bool:
        """Return whether a table of all labels is small enough to read."""
        return len(self.categories) <= MOST

    def tables(self) -> Ints:
        """Return the confusion matrix of each cluster."""
        a, b = self.codes.T
        of = self.drawn.clusters.of
        return tables(a, b, of, size=len(self.categories))

    def by_topic(self) -> Ints:
        """Return the confusion matrix of each topic, by row number."""
        a, b = self.codes.T
        _, of = np.unique(self.topics, return_inverse=True)
        return tables(a, b, of, size=len(self.categories))

    def agreement(self) -> Measured:
        """Return the share of equal labels, whatever their number."""
        of = self.drawn.clusters.of
        n = np.bincount(of)
        same = np.bincount(of, self.codes[:, 0] == self.codes[:, 1])
        return self.drawn.share(same, n)


def pair_of(
    found: Aligned, a: int, b: int, *, scales: Scales, apart: Flags
) -> JudgePair:
    """Compare two sides, given by their columns; apart: labels without an order."""
    labelled = found.codes[:, [a, b]] != UNLABELLED
    shared = labelled.all(axis=1)
    only_a, only_b = (labelled.sum(axis=0) - shared.sum()).tolist()
    codes, topics = found.codes[shared][:, [a, b]], found.topics[shared]
    clusters = clusters_of(topics, codes)
    drawn = Resampling(clusters, rng=np.random.default_rng(SEED))
    both = _Both(codes, topics, found.categories, apart, drawn)
    scale = scales.reason(a, b, np.unique(topics))
    reason = _reason(both, scale)
    by_weights: dict[Weights, Measured] = {} if reason else _kappas(both)
    plain = by_weights.get("none", UNDEFINED)
    if not reason and plain.value is None:
        reason = ONE_LABEL
    cuts = _cuts(both)
    shares = scales.share_a_label(a, b)
    alike, pairs = _alike(found, (a, b), apart, scales) if scale else (UNDEFINED, 0)
    return JudgePair(
        a=a,
        b=b,
        n=len(codes),
        only_a=only_a,
        only_b=only_b,
        agreement=both.agreement() if shares else UNDEFINED,
        kappa=plain,
        kappa_linear=by_weights.get("linear", UNDEFINED),
        kappa_quadratic=by_weights.get("quadratic", UNDEFINED),
        reason=reason,
        matrix=as_matrix(both.by_topic().sum(axis=0)) if both.fits else (),
        topics=_topics(both, scales.differ(a, b, np.unique(topics)), shares=shares),
        cuts=cuts,
        drawn="topics" if clusters.by_topic else "items",
        alike=alike,
        pairs=pairs,
        at_cut=_at_cut(cuts, scales.cut_of(a, b)) if scale else None,
        most_frequent=_most_frequent(both, (a, b), scales),
    )


def _most_frequent(
    both: _Both, sides: tuple[int, int], scales: Scales
) -> FrequentLabel | None:
    if not len(both.codes) or not scales.share_a_label(*sides):
        return None
    ground = scales.ground(*sides)
    counts = np.bincount(both.codes[:, ground])
    most = int(counts.argmax())
    share = counts[most] / counts.sum()
    return FrequentLabel(sides[ground], both.categories[most], share)


def _alike(
    found: Aligned, places: tuple[int, int], apart: Flags, scales: Scales
) -> tuple[Measured, int]:
    """Return the share of pairs ordered alike, and the number of reference pairs.

    The reference is the people's side, or the second if both or neither are people's.
    """
    two = without(found._replace(codes=found.codes[:, list(places)]), apart)
    order = order_of(two, ground=scales.ground(*places))
    return order.alike, order.pairs


def _at_cut(cuts: tuple[Cut, ...], at: str) -> Cut | None:
    return next((cut for cut in cuts if cut.a == cut.b == at), None)


def _reason(both: _Both, scale: str) -> str:
    if not len(both.codes):
        return NOTHING_SHARED
    return scale or ("" if both.fits else TOO_MANY)


def _kappas(both: _Both) -> dict[Weights, Measured]:
    stack = both.tables()
    ordered = stack[:, ~both.apart][:, :, ~both.apart]
    return {
        weights: both.drawn.measured(
            stack if weights == "none" else ordered, partial(kappas, weights=weights)
        )
        for weights in WEIGHTS
    }


def _topics(
    both: _Both, differ: tuple[bool, ...], *, shares: bool
) -> tuple[OnTopic, ...]:
    numbers, of = np.unique(both.topics, return_inverse=True)
    n = np.bincount(of)
    same = np.bincount(of, both.codes[:, 0] == both.codes[:, 1])
    found = kappas(both.by_topic()) if both.fits else np.full(len(numbers), np.nan)
    known = np.where(differ, np.nan, found)
    return tuple(
        OnTopic(
            topic=int(number),
            n=int(n[place]),
            agreement=float(same[place] / n[place]) if shares else None,
            kappa=defined(known[place]),
            reason=_why(known[place], differs=differ[place], fits=both.fits)
            if shares
            else NO_LABEL_SHARED,
        )
        for place, number in enumerate(numbers)
    )


def _why(kappa: float, *, differs: bool, fits: bool) -> str:
    if not np.isnan(kappa):
        return ""
    return OTHER_SCALES if differs else ONE_LABEL if fits else TOO_MANY


def _cuts(both: _Both) -> tuple[Cut, ...]:
    if not both.fits or not len(both.codes):
        return ()
    stack = both.tables()[:, ~both.apart][:, :, ~both.apart]
    names = [
        name for name, out in zip(both.categories, both.apart, strict=True) if not out
    ]
    return tuple(
        Cut(
            names[a],
            names[b],
            int(cut.sum()),
            both.drawn.share(np.trace(cut, axis1=1, axis2=2), cut.sum(axis=(1, 2))),
            both.drawn.measured(cut, kappas),
        )
        for a, b in product(range(1, len(names)), repeat=2)
        for cut in [cut_in_two(stack, a, b)]
    )
