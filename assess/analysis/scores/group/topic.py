"""One topic in each family: how hard it is, and how it orders the runs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from django.http import QueryDict

from assess.analysis.kernel.rank_correlation import correlations
from assess.analysis.scores.families import families_of
from assess.analysis.scores.grids import UNANSWERED, UNJUDGED, Floats, States
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.requests import asked_by
from runs.models import Run, Topic
from runs.views.visibility import Seen


class RunOnTopic(NamedTuple):
    """A run and its score on the topic."""

    run: Run
    value: float


class TopicScores(NamedTuple):
    """A topic's scores by a family's primary measure.

    mean: over the runs. place: 1 for the topic with the highest mean, of `topics`. tau:
    of the runs' scores here with their means over all other topics, None if undefined.
    best, worst: the first run with the highest and the lowest score.
    """

    name: str
    title: str
    measure: str
    mean: float
    place: int
    topics: int
    tau: float | None
    best: RunOnTopic
    worst: RunOnTopic
    oddities: list[str]


def topic_scores(seen: Seen, topic: Topic) -> list[TopicScores]:
    """Return the scores of each family that has any on the topic."""
    found = []
    for family in families_of(seen.track):
        asked = asked_by(QueryDict(), seen, family.name)
        if asked.scored is None:
            continue
        scores = _scores(family.name, family.title, asked.page(), topic)
        if scores:
            found.append(scores)
    return found


def _scores(name: str, title: str, page: BoardPage, topic: Topic) -> TopicScores | None:
    scored, measure = page.board.scored, page.measure
    places = [each.pk for each in scored.topics]
    if topic.pk not in places:
        return None
    column, values = places.index(topic.pk), page.board.table(measure.name)
    own = values[:, column]
    if not np.isfinite(own).any():
        return None
    means = _means(values, axis=0)
    return TopicScores(
        name,
        title,
        measure.title,
        float(means[column]),
        1 + int((np.round(means, 12) > np.round(means[column], 12)).sum()),
        int(np.isfinite(means).sum()),
        _tau(own, _means(np.delete(values, column, axis=1), axis=1)),
        RunOnTopic(scored.runs[int(np.nanargmax(own))], float(np.nanmax(own))),
        RunOnTopic(scored.runs[int(np.nanargmin(own))], float(np.nanmin(own))),
        _oddities(scored.states[:, column]),
    )


def _oddities(states: States) -> list[str]:
    silent, unjudged = (int((states == each).sum()) for each in (UNANSWERED, UNJUDGED))
    found = [f"{silent:,} of the runs have no response"] if silent else []
    if unjudged:
        found.append(f"{unjudged:,} responses have no label yet")
    return found


def _means(values: Floats, *, axis: int) -> Floats:
    """Return means over what is known, NaN where nothing is."""
    known = np.isfinite(values).sum(axis=axis)
    sums = np.nansum(values, axis=axis)
    means: Floats = np.full(sums.shape, np.nan)
    np.divide(sums, known, out=means, where=known > 0)
    return means


def _tau(a: Floats, b: Floats) -> float | None:
    tau = float(correlations(a[None, :], b[None, :]).tau[0])
    return tau if np.isfinite(tau) else None
