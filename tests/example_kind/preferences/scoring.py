"""How often each run's response is the better one: its win rate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from statistics import fmean
from typing import Any

from django.db.models import Q, QuerySet

from assess.analysis.scores.arrays import Measure, Scored
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.grids import GridPart, PairScores, part_of
from assess.analysis.scores.judge_conditions import offer_judges
from assess.analysis.scores.judge_forms import JudgeBasis, ScoreJudgeForm
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import judges_behind
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from runs.models import Response
from tests.example_kind.preferences.kind import (
    BOTH_BAD,
    FIRST,
    PREFERENCES,
    SECOND,
    TIE,
)
from tests.example_kind.preferences.models import PreferenceLabel

WIN_RATE = Measure(
    "win_rate",
    "Win rate",
    "the share of its comparisons that a response wins, a tie counting half and two "
    "bad ones nothing",
)
# The credit of a value for the first response, and for the second.
WORTH = {FIRST: (1.0, 0.0), SECOND: (0.0, 1.0), TIE: (0.5, 0.5), BOTH_BAD: (0.0, 0.0)}


class PreferenceGround:
    """The ground of win rates: a judge, and the responses that it compared."""

    kind: Kind = PREFERENCES
    beside: tuple[Kind, ...] = ()

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def stamp(self) -> Hashable:
        """Return nothing: the scores depend only on the labels and the runs."""
        return ()

    def whole(self) -> GridPart:
        """Score every topic on which the judge compared, now or earlier."""
        return self._part(Q(judge__in=judges_behind(self.judge)))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the topics of some labels."""
        return self._part(Q(pk__in=labels))

    def _part(self, which: Q) -> GridPart:
        given: QuerySet[Any] = PreferenceLabel.objects.filter(which)
        topics = set(given.values_list(PREFERENCES.topic, flat=True))
        wins = self._wins(topics)
        rows = Response.objects.visible().filter(topic__in=topics)
        pairs = [
            PairScores(run, topic, words, _rate(wins.get(response)))
            for response, run, topic, words in rows.values_list(
                "pk", "run", "topic", "words"
            )
        ]
        return part_of(pairs, measures=1)

    def _wins(self, topics: Collection[int]) -> dict[int, list[float]]:
        where = Q(**{f"{PREFERENCES.topic}__in": topics})
        wins: dict[int, list[float]] = defaultdict(list)
        for item, value in labels_of(self.judge, PREFERENCES, where=where).items():
            for response, worth in zip(item, WORTH[value], strict=True):
                wins[response].append(worth)
        return wins


def _rate(wins: Sequence[float] | None) -> tuple[float, ...] | None:
    return (fmean(wins),) if wins else None


def score_preferences(basis: JudgeBasis) -> Scored:
    """Return the scores of every run."""
    return kept_scores(PreferenceGround(basis.judge), (WIN_RATE,), WIN_RATE.name)


class PreferenceForm(ScoreJudgeForm):
    """The judge of the preferences."""

    kind = PREFERENCES


FAMILY = register(
    Family(
        name="preferences",
        title=PREFERENCES.title,
        measures=lambda _track: (WIN_RATE.as_primary(),),
        primary=lambda _track: WIN_RATE.name,
        form=PreferenceForm,
        score=score_preferences,
        fits=PREFERENCES.fits,
    )
)
offer_judges(FAMILY.name, PREFERENCES)
