"""The table of scores that are not computed here: runs by measures."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Avg, Count

from matching.models import OtherScore
from matching.personal import Turns, chosen_topics
from runs.models import Run, Track


class MeanScore(NamedTuple):
    """A run's mean by one measure, and over how many turns."""

    value: float
    turns: int


class ScoreTable(NamedTuple):
    """The measures, and each run with its means in their order, None without any."""

    measures: list[str]
    rows: list[tuple[Run, list[MeanScore | None]]]


def score_table(track: Track, turns: Turns) -> ScoreTable:
    """Return the means of every visible run, over all or some of the turns."""
    rows = OtherScore.objects.counted().filter(track=track, topic__deleted_at=None)
    topics = chosen_topics(track, turns)
    if topics is not None:
        rows = rows.filter(topic__in=topics)
    counted = rows.order_by().values_list("run", "measure")
    found = {
        (run, measure): MeanScore(mean, number)
        for run, measure, mean, number in counted.annotate(
            mean=Avg("value"), number=Count("pk")
        )
    }
    measures = sorted({measure for _, measure in found})
    runs = Run.objects.visible().filter(pk__in={run for run, _ in found})
    return ScoreTable(
        measures,
        [
            (run, [found.get((run.pk, measure)) for measure in measures])
            for run in runs.order_by("name")
        ],
    )
