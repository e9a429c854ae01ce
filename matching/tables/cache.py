"""Scores of runs under both conventions, kept until a decision changes."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from django.core.cache import cache

from assess.judging.labels.cache import latest_change
from matching.kernel.matching_scores import Scores
from matching.scores.basis import Basis
from matching.scores.grounds import MatchingGround
from matching.scores.runs import runs_of
from matching.scores.turns import read_turns

KEPT = 24 * 60 * 60  # seconds; it only limits the memory


class Both(NamedTuple):
    """A run's scores by our convention and by CONE-RAG's, and what is left out."""

    ours: Scores
    compatible: Scores
    open: int
    labelled: int
    yes: int

    @property
    def share(self) -> float | None:
        """Return the share of its labels that are yes."""
        return self.yes / self.labelled if self.labelled else None


def both_of(basis: Basis) -> dict[int, Both]:
    """Return the scores of every run with anything judged, by row number."""
    ground = MatchingGround(basis)
    track = basis.bank.track
    asked = (ground.stamp(), basis.judge.pk, basis.by, track.revision, latest_change())
    name = f"matching-{track.pk}-{sha256(repr(asked).encode()).hexdigest()}"
    kept: dict[int, Both] | None = cache.get(name)
    if kept is None:
        kept = _computed(basis)
        cache.set(name, kept, KEPT)
    return kept


def _computed(basis: Basis) -> dict[int, Both]:
    judged = read_turns(basis)
    compatible = {row.run.pk: row.scores for row in runs_of(basis, judged, "cone-rag")}
    return {
        row.run.pk: Both(
            row.scores, compatible[row.run.pk], row.open, row.labelled, row.yes
        )
        for row in runs_of(basis, judged, "ours")
    }
