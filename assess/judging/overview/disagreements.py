"""The number of items on which people differ and that no adjudication settled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assess.judging.adjudication.choices import adjudicated_kinds
from assess.judging.kernel.agreement import UNLABELLED
from assess.judging.kinds import Kind
from assess.judging.labels.cache import unchanged
from assess.judging.labels.numbers import Ints
from assess.judging.labels.overlap import Side, align, judges_with_labels, read_sides
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from runs.models import Track


def open_disagreements(track: Track) -> int:
    """Return on how many items, of the kinds that can be settled, people differ.

    Labels from scratch only. Items that any adjudication labelled are settled. Cached
    until a label changes.
    """
    kinds = adjudicated_kinds(track)
    every = rows_once(judges_with_labels(track, *kinds))
    people = [judge for judge in every if judge.kind == Judge.PERSON]
    if len(people) < 2:
        return 0
    settlers = [judge for judge in every if judge.kind == Judge.ADJUDICATION]
    return unchanged(
        [*people, *settlers],
        ("disagreements", [kind.name for kind in kinds]),
        lambda: sum(_differing(track, kind, people, settlers) for kind in kinds),
    )


def _differing(
    track: Track, kind: Kind, people: Sequence[Judge], settlers: Sequence[Judge]
) -> int:
    sides = [Side(judge) for judge in (*people, *settlers)]
    codes = align(read_sides(sides, kind), kind, track).codes
    settled = (codes[:, len(people) :] != UNLABELLED).any(axis=1)
    return int((_differ(codes[:, : len(people)]) & ~settled).sum())


def _differ(codes: Ints) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return for each row whether two of its labels differ; shape (items, judges)."""
    highest = codes.max(axis=1)
    lowest = np.where(codes == UNLABELLED, highest[:, None], codes).min(axis=1)
    differ: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = lowest < highest
    return differ
