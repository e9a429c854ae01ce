"""A cache of scores between requests, updated for labels that changed since.

The key of a grid contains everything that it depends on except the labels, so any other
change gives another key. This includes the runs, whose responses, citations and lists
never change after their import. Labels are tracked by their changes: each writer of a
label adds a row there in the same transaction.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from django.core.cache import cache

from assess.analysis.scores.arrays import Measure, Scored, scored_of
from assess.analysis.scores.grids import Grid, GridPart, grid_of
from assess.judging.kinds import Kind
from assess.judging.labels.cache import LabelRevision, look_again
from assess.judging.labels.reader import left_out, members_of
from assess.judging.models import Change, Judge
from config.operations.single_reads import rows_once
from runs.models import Run, Topic

MOST_MENDED = 1_000  # changed labels; with more, everything is scored again
FORGOTTEN = 24 * 60 * 60  # seconds; it only limits the memory

Judges = tuple[tuple[str | int, ...], ...]


class Ground(Protocol):
    """The basis of the scores of one family, and how to compute them."""

    @property
    def kind(self) -> Kind:
        """Return the kind of label of the scores."""

    @property
    def beside(self) -> tuple[Kind, ...]:
        """Return other kinds whose labels the scores depend on."""

    @property
    def judge(self) -> Judge:
        """Return the judge of the labels."""

    def stamp(self) -> Hashable:
        """Return everything else that the scores depend on, comparable by repr."""

    def whole(self) -> GridPart:
        """Score everything."""

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score again what depends on some labels, by row number."""


class _Kept(NamedTuple):
    revision: LabelRevision
    grid: Grid


def kept_scores(
    ground: Ground,
    measures: Sequence[Measure],
    primary: str,
    *,
    notes: Sequence[str] = (),
) -> Scored:
    """Return the scores by the current labels, of what has anything judged, by name."""
    track = ground.judge.track_id
    runs = rows_once(Run.objects.visible().filter(track=track))
    topics = rows_once(Topic.objects.filter(track=track))
    grid = kept_grid(ground, runs)
    return scored_of(grid, runs, topics, measures, primary, notes=notes)


def kept_grid(ground: Ground, runs: Sequence[Run]) -> Grid:
    """Return the scores by the current labels, computing only what changed.

    runs: all imported runs of the track.
    """
    judges = _standing(ground.judge, ground.kind)
    landed = sorted(run.pk for run in runs)
    away = ground.judge.track.revision
    rests_on = (ground.kind.name, judges, landed, away, ground.stamp())
    name = f"scores-{sha256(repr(rests_on).encode()).hexdigest()}"
    kept: _Kept | None = cache.get(name)
    before = kept.revision if kept else LabelRevision.first()
    revision, came_late = look_again(before)
    if kept and not came_late and revision.latest == before.latest:
        return kept.grid
    grid = _mended(kept, ground, judges) if kept and not came_late else None
    if grid is None:
        grid = grid_of(ground.whole())
    cache.set(name, _Kept(revision, grid), FORGOTTEN)
    return grid


def _mended(kept: _Kept, ground: Ground, judges: Judges) -> Grid | None:
    """Return the grid as it is now, None where too many labels changed."""
    labels = _changed_since(kept.revision, ground, judges)
    if labels is None:
        return None
    if not labels:
        return kept.grid
    part = ground.again(labels)
    return kept.grid.mended(part) if kept.grid.holds(part) else None


def _standing(judge: Judge, kind: Kind) -> Judges:
    """Return the state of a judge, and of a panel's members.

    What a panel leaves out is part of its rule: if more is left out, it is another
    panel. sha256 is the file of an import, whose labels appear at once.
    """
    out = sorted(left_out(judge, kind))
    rule = f"{judge.rule} {out}" if out else judge.rule
    own = (judge.pk, str(judge.uuid), rule, judge.sha256)
    if judge.kind != Judge.PANEL:
        return (own,)
    members = members_of(judge)
    return (own, *(row for each in members for row in _standing(each, kind)))


def _changed_since(
    revision: LabelRevision, ground: Ground, judges: Judges
) -> list[int] | None:
    """Return the labels that changed; None for many, or if one is of another kind."""
    kinds = [kind.name for kind in (ground.kind, *ground.beside)]
    changes = Change.objects.filter(
        pk__gt=revision.latest, kind__in=kinds, judge__in=[row[0] for row in judges]
    ).order_by("pk")
    found = list(changes.values_list("kind", "label_id")[: MOST_MENDED + 1])
    if len(found) > MOST_MENDED or any(kind != kinds[0] for kind, _label in found):
        return None
    return sorted({label for _kind, label in found})
