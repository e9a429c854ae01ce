"""How well each run answers the quiz: the mean grade, from 0 to 1."""

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
from tests.example_kind.quizzes.kind import GRADES, QUIZZES
from tests.example_kind.quizzes.models import QuizLabel

MEAN = Measure("quiz_mean", "Quiz", "the mean grade of the questions, from 0 to 1")


class QuizGround:
    """The ground of quiz scores: a judge, and the responses to what it graded."""

    kind: Kind = QUIZZES
    beside: tuple[Kind, ...] = ()

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def stamp(self) -> Hashable:
        """Return nothing: the scores depend only on the labels and the runs."""
        return ()

    def whole(self) -> GridPart:
        """Score every topic that the judge graded, now or earlier."""
        return self._part(Q(judge__in=judges_behind(self.judge)))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the topics of some labels."""
        return self._part(Q(pk__in=labels))

    def _part(self, which: Q) -> GridPart:
        given: QuerySet[Any] = QuizLabel.objects.filter(which)
        topics = set(given.values_list(QUIZZES.topic, flat=True))
        grades = self._grades(topics)
        rows = Response.objects.visible().filter(topic__in=topics)
        pairs = [
            PairScores(run, topic, words, _mean(grades.get(response)))
            for response, run, topic, words in rows.values_list(
                "pk", "run", "topic", "words"
            )
        ]
        return part_of(pairs, measures=1)

    def _grades(self, topics: Collection[int]) -> dict[int, list[int]]:
        where = Q(**{f"{QUIZZES.topic}__in": topics})
        grades: dict[int, list[int]] = defaultdict(list)
        for (_, response), value in labels_of(self.judge, QUIZZES, where=where).items():
            grades[response].append(int(value))
        return grades


def _mean(grades: Sequence[int] | None) -> tuple[float, ...] | None:
    return (fmean(grades) / (len(GRADES) - 1),) if grades else None


def score_quizzes(basis: JudgeBasis) -> Scored:
    """Return the scores of every run."""
    return kept_scores(QuizGround(basis.judge), (MEAN,), MEAN.name)


class QuizForm(ScoreJudgeForm):
    """The judge of the grades."""

    kind = QUIZZES


FAMILY = register(
    Family(
        name="quizzes",
        title=QUIZZES.title,
        measures=lambda _track: (MEAN.as_primary(),),
        primary=lambda _track: MEAN.name,
        form=QuizForm,
        score=score_quizzes,
        fits=QUIZZES.fits,
    )
)
offer_judges(FAMILY.name, QUIZZES)
