"""trec_eval's measures of ranked lists by their labels, for many lists at once.

The same definitions as trec_eval's own code, which ranks the retrieval runs; a test
holds both against each other. One list at a time, four thresholds take it ten times as
long.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from exams.kernel.grades import UNGRADED, Labels

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Table = NDArray[np.int8]  # (lists, ranks)

CUT = 20
GAIN_CUTS = (10, 20)


def padded(lists: Sequence[Ints], depth: int) -> Ints:
    """Return the first places of each list as a table, -1 after the end of a list."""
    width = min(depth, max((len(each) for each in lists), default=0))
    table = np.full((len(lists), width), -1, dtype=np.int64)
    for row, each in zip(table, lists, strict=True):
        row[: len(each)] = each[:width]
    return table


def trec_order(places: Ints, scores: Sequence[float], docids: Sequence[str]) -> Ints:
    """Return places as trec_eval ranks them: by C's floats, ties by docid backwards."""
    held = np.asarray(scores, dtype=np.float32)
    order = sorted(range(len(places)), key=lambda n: (held[n], docids[n]), reverse=True)
    return places[order]


def has_ties(scores: Sequence[float]) -> bool:
    """Return whether a list's order is not that of its scores, as C's floats."""
    held = np.asarray(scores, dtype=np.float32)
    return not bool((held[1:] < held[:-1]).all())


def by_level(found: Table, pool: Labels, level: int) -> dict[str, Floats]:
    """Return each list's binary measures, relevant being labels from level on.

    found: the labels of each list's ranks, UNGRADED for others and after its end. pool:
    those of all documents with a label.
    """
    relevant = found >= level
    number = int((pool >= level).sum())
    if not number or not found.shape[1]:
        zero = np.zeros(len(found))
        return dict.fromkeys((f"P_{CUT}", "map", "Rprec", "recip_rank"), zero)
    ranks = np.arange(1, found.shape[1] + 1)
    precise = relevant.cumsum(axis=1) / ranks
    first = np.where(relevant.any(axis=1), 1 / (relevant.argmax(axis=1) + 1), 0.0)
    return {
        f"P_{CUT}": relevant[:, :CUT].sum(axis=1) / CUT,
        "map": (precise * relevant).sum(axis=1) / number,
        "Rprec": relevant[:, :number].sum(axis=1) / number,
        "recip_rank": first,
    }


def by_gain(found: Table, pool: Labels) -> dict[str, Floats]:
    """Return each list's nDCG at the cuts, gains being the labels."""
    best = -np.sort(-np.maximum(pool, 0))[None, :]
    return {f"ndcg_cut_{cut}": _ndcg(found, best, cut) for cut in GAIN_CUTS}


def _ndcg(found: Table, best: Table, cut: int) -> Floats:
    ideal = float(_dcg(best, cut)[0])
    return _dcg(found, cut) / ideal if ideal else np.zeros(len(found))


def _dcg(labels: Table, cut: int) -> Floats:
    gains = np.maximum(labels[:, :cut], 0)
    weights = 1 / np.log2(np.arange(2, gains.shape[1] + 2))
    total: Floats = (gains * weights).sum(axis=1)
    return total


def labels_at(labels: Labels, places: Ints) -> Table:
    """Return the label of each place of a table, UNGRADED at -1."""
    found: Table = np.append(labels, np.int8(UNGRADED))[places]
    return found
