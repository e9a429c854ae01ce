"""Reference metrics of every run on every topic, kept until their ground changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from django.core.cache import cache
from django.db.models import Count, Max

from assess.analysis.scores.arrays import Scored, scored_of
from assess.analysis.scores.grids import SCORED, UNJUDGED, Grid, GridPart, grid_of
from config.operations.single_reads import rows_once
from matching.kernel.rouge import rouge
from matching.models import OtherScore
from matching.references.answers import gold_answers
from matching.references.forms import ReferenceBasis
from matching.references.measures import VARIANTS, measures_of, others_of, primary_of
from runs.models import Response, Run, Topic, Track

KEPT = 24 * 60 * 60  # seconds; it only limits the memory


def score_references(basis: ReferenceBasis) -> Scored:
    """Return the reference metrics of every run with a response."""
    track = basis.track
    runs = rows_once(Run.objects.visible().filter(track=track))
    topics = rows_once(Topic.objects.filter(track=track))
    measures = measures_of(track)
    names = [measure.name for measure in measures]
    grid = _kept(track, runs, names)
    return scored_of(grid, runs, topics, measures, primary_of(track))


def _kept(track: Track, runs: Sequence[Run], names: Sequence[str]) -> Grid:
    gold = gold_answers(track)
    scores = OtherScore.objects.counted().filter(track=track)
    rests_on = (
        track.pk,
        track.revision,
        sorted(run.pk for run in runs),
        sorted(gold.items()),
        sorted(scores.aggregate(Max("pk"), Count("pk")).items()),
        names,
    )
    name = f"references-{sha256(repr(rests_on).encode()).hexdigest()}"
    kept: Grid | None = cache.get(name)
    if kept is None:
        kept = grid_of(_part(track, gold, names))
        cache.set(name, kept, KEPT)
    return kept


def _part(track: Track, gold: dict[int, list[str]], names: Sequence[str]) -> GridPart:
    rows = Response.objects.visible().filter(run__track=track).order_by("pk")
    every = list(rows.values_list("pk", "run", "topic", "words"))
    found = _rouges(track, gold)
    for (run, topic), others in others_of(track).items():
        found[run, topic].update(others)
    table = [
        [found[run, topic].get(name, np.nan) for name in names]
        for _, run, topic, _ in every
    ]
    values = np.array(table, dtype=np.float64).reshape(-1, len(names)).T
    scored = ~np.isnan(values).all(axis=0)
    of = np.array([topic for _, _, topic, _ in every], dtype=np.int64)
    topics = np.unique(of)
    return GridPart(
        runs=np.array([run for _, run, _, _ in every], dtype=np.int64),
        topics=of,
        values=values,
        states=np.where(scored, SCORED, UNJUDGED).astype(np.int8),
        words=np.array([words for *_, words in every], dtype=np.float64),
        ground_topics=topics,
        grounds=np.array([np.isin(topics, of[~np.isnan(row)]) for row in values]),
        judged=np.zeros(len(topics), dtype=bool),
    )


def _rouges(
    track: Track, gold: dict[int, list[str]]
) -> defaultdict[tuple[int, int], dict[str, float]]:
    """Return ROUGE by run and topic, of both variants, where there is a gold answer."""
    rows = Response.objects.visible().filter(run__track=track, topic__in=list(gold))
    found: defaultdict[tuple[int, int], dict[str, float]] = defaultdict(dict)
    for run, topic, text in rows.values_list("run", "topic", "text").iterator():
        for variant, names in VARIANTS.items():
            scores = rouge(text, gold[topic], variant)
            found[run, topic].update(zip(names, scores, strict=True))
    return found
