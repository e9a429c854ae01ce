"""Compare the scales of a person's labels and of the known answers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from assess.judging.kinds import Kind, Shorter
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Side, align
from assess.judging.labels.reader import Item, LabelColumns
from assess.judging.labels.scales import Scales, scales_of
from assess.judging.models import Judge
from runs.models import Track

Given = Mapping[Item, str]


def scales_beside(
    track: Track, known: Judge, kind: Kind, sides: tuple[Given, Given], shorter: Shorter
) -> tuple[Scales, Ints]:
    """Return the scales of a person (first) and of the known answers, and the topics.

    sides: labels by item; topics: those with an item of both, by row number.
    """
    person = Judge(track=track, kind=Judge.PERSON)
    found = align([_columns(each, kind) for each in sides], kind, track)
    both = (found.codes >= 0).all(axis=1)
    scales = scales_of((Side(person), Side(known)), found, kind, shorter)
    return scales, np.unique(found.topics[both])


def _columns(given: Given, kind: Kind) -> LabelColumns:
    items = np.array(list(given), dtype=np.int64).reshape(-1, len(kind.columns))
    names = tuple(sorted(set(given.values())))
    places = [names.index(value) for value in given.values()]
    return LabelColumns(items, np.array(places, dtype=np.int64), names)
