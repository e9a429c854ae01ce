"""Measures of a person's labels, over all of them and by stretches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from assess.analysis.agreement.ordering import SEED
from assess.analysis.kernel.quality import middle, pooled, stretches
from assess.analysis.quality.records import (
    Item,
    Key,
    LabelledWork,
    LabelRecord,
    labelled,
    people_in,
)
from assess.judging.kernel.agreement import Clusters, Measured, clusters_of, wilson
from assess.judging.kernel.agreement.tables import Ints
from assess.judging.kinds import all_kinds
from assess.judging.labels.cache import unchanged
from assess.judging.labels.overlap import categories_of
from assess.judging.models import Allocation, Judge
from assess.judging.work.pace import ALARM
from runs.models import Track


class Figures(NamedTuple):
    """The measures of some labels of one person; undefined values are None.

    n: labels. seconds: the median active time of a label; timed: the number of labels
    with a time. hourly: labels in an active hour. agreement, kappa: over `pairs` of a
    label with another person's on the same item, from `items` items. right: the share
    of `answers` to test items. relevant: the share of relevant grades, for relevance
    only. grades: the share of each value of the scale.
    """

    n: int
    seconds: Measured
    timed: int
    hourly: float | None
    agreement: Measured
    kappa: Measured
    pairs: int
    items: int
    right: Measured
    hits: int
    answers: int
    relevant: Measured
    grades: dict[str, Measured]

    @property
    def shares(self) -> list[Measured]:
        """Return the share of each value, in the scale's order."""
        return list(self.grades.values())

    @property
    def is_lenient(self) -> bool:
        """Return whether so much is relevant that an organizer should look."""
        return self.relevant.value is not None and self.relevant.value > ALARM


NOTHING = Figures(
    n=0,
    seconds=Measured(None),
    timed=0,
    hourly=None,
    agreement=Measured(None),
    kappa=Measured(None),
    pairs=0,
    items=0,
    right=Measured(None),
    hits=0,
    answers=0,
    relevant=Measured(None),
    grades={},
)


class Stretch(NamedTuple):
    """Some consecutive labels, by their places from 1, and the times of both ends."""

    start: int
    end: int
    since: datetime
    until: datetime
    figures: Figures


class Summary(NamedTuple):
    """All of a person's work of one type and round; last: None without a label."""

    key: Key
    last: datetime | None
    figures: Figures


def summaries(track: Track) -> list[Summary]:
    """Return everybody's summaries, including work that has no label yet."""
    tests = Allocation.objects.at_hand().filter(
        track=track, known__isnull=False, repeat=0
    )
    fields = ("assessor", "topic", "work", "round", "known")
    known = Judge.objects.filter(pk__in=tests.order_by().values("known"))
    judges = [*people_in(track), *known.select_related("track")]
    asked = (
        "quality",
        track.profile_text,
        list(tests.order_by("pk").values_list(*fields)),
    )
    found = unchanged(judges, asked, lambda: _summaries(track))
    return [*found, *_not_begun(track, {each.key for each in found})]


def _not_begun(track: Track, begun: Collection[Key]) -> list[Summary]:
    kinds = [kind.name for kind in all_kinds()]
    held = Allocation.objects.held().filter(track=track, work__in=kinds, repeat=0)
    keys = held.order_by().values_list("assessor", "work", "round").distinct()
    return [Summary(key, None, NOTHING) for key in keys if key not in begun]


def _summaries(track: Track) -> list[Summary]:
    return [
        Summary(work.key, work.last, figures_of(work, track))
        for work in labelled(track)
    ]


def figures_of(work: LabelledWork, track: Track) -> Figures:
    """Return the measures of all of a person's work; intervals sample topics.

    With too few topics, they sample items.
    """
    return _figures(work.labels, work, track, by_topic=True)


def drift_of(work: LabelledWork, track: Track) -> list[Stretch]:
    """Return a person's labels by stretches; intervals sample items."""
    return [
        _stretch(work.labels[place.start : place.stop], place.start, work, track)
        for place in stretches(len(work.labels))
    ]


def _stretch(
    labels: Sequence[LabelRecord], before: int, work: LabelledWork, track: Track
) -> Stretch:
    return Stretch(
        before + 1,
        before + len(labels),
        labels[0].first,
        labels[-1].first,
        _figures(labels, work, track, by_topic=False),
    )


def _figures(
    labels: Sequence[LabelRecord], work: LabelledWork, track: Track, *, by_topic: bool
) -> Figures:
    seconds = [each.active / 1000 for each in labels if each.active is not None]
    agreement, kappa, pairs = _agreement(labels, work, track, by_topic=by_topic)
    answers = [right for each in labels for right in each.tests]
    return Figures(
        n=len(labels),
        seconds=middle(seconds),
        timed=len(seconds),
        hourly=3600 * len(seconds) / sum(seconds) if sum(seconds) else None,
        agreement=agreement,
        kappa=kappa,
        pairs=pairs,
        items=sum(bool(each.others) for each in labels),
        right=wilson(sum(answers), len(answers)),
        hits=sum(answers),
        answers=len(answers),
        relevant=_relevant(labels, work, track),
        grades=_grades(labels, work, track),
    )


def _relevant(
    labels: Sequence[LabelRecord], work: LabelledWork, track: Track
) -> Measured:
    if work.kind.relevant is None:
        return Measured(None)
    counted = work.kind.relevant(track)
    return wilson(sum(each.value in counted for each in labels), len(labels))


def _grades(
    labels: Sequence[LabelRecord], work: LabelledWork, track: Track
) -> dict[str, Measured]:
    values = [each.value for each in labels]
    every = (each.value for each in work.labels)
    scale = categories_of(work.kind, track, [every])
    return {grade: wilson(values.count(grade), len(values)) for grade in scale}


def _agreement(
    labels: Sequence[LabelRecord], work: LabelledWork, track: Track, *, by_topic: bool
) -> tuple[Measured, Measured, int]:
    shared = sorted((each for each in labels if each.others), key=_item)
    pairs = [(each.value, other) for each in shared for other in each.others]
    scale = categories_of(work.kind, track, [set[str]().union(*pairs)])
    code = {value: number for number, value in enumerate(scale)}
    codes = [(code[own], code[other]) for own, other in pairs]
    found = pooled(
        _ints(codes).reshape(-1, 2),
        _clusters(shared, by_topic=by_topic),
        size=len(scale),
        items=len(shared),
        rng=np.random.default_rng(SEED),
    )
    return (*found, len(pairs))


def _item(label: LabelRecord) -> Item:
    return label.item


def _clusters(shared: Sequence[LabelRecord], *, by_topic: bool) -> Clusters:
    """Return the cluster of each pair: its topic, or its item."""
    said: dict[tuple[str, ...], int] = {}
    codes = [
        said.setdefault((each.value, *sorted(each.others)), len(said))
        for each in shared
    ]
    topics = [each.topic if by_topic else 0 for each in shared]
    found = clusters_of(_ints(topics), _ints(codes)[:, None])
    pairs = _ints([len(each.others) for each in shared])
    return found._replace(of=np.repeat(found.of, pairs))


def _ints(values: Sequence[object]) -> Ints:
    return np.array(values, dtype=np.int64)
