"""A topic with three runs for each kind of the example, with expected results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from accounts.models import User
from assess.analysis.scores.families import Family
from assess.judging.kernel.order import order_key
from runs.models import Response, Topic
from tests.assess.judging.work.world import Spot, World
from tests.example_kind.preferences import page as preferences
from tests.example_kind.preferences.items import Rivals
from tests.example_kind.preferences.scoring import FAMILY as PREFERENCE_FAMILY
from tests.example_kind.quizzes import page as quizzes
from tests.example_kind.quizzes.models import QuizQuestion
from tests.example_kind.quizzes.scoring import FAMILY as QUIZ_FAMILY
from tests.make import make_allocation, make_response, make_run, make_topic, make_track

ANSWERS = {
    "run-a": "Fresh water floats on the salt water and freezes first.",
    "run-b": "Salt water is heavy.",
    "run-c": "Ports are closed in winter.",
}


@dataclass(frozen=True, kw_only=True)
class Quizple(World):
    """Ada's work, a file of labels, and the resulting means of the leaderboard."""

    family: Family
    importer: str
    file: str
    means: dict[str, float]
    baseline: list[str]


def make_quizzes(ada: User, omar: User) -> Quizple:
    topic, responses = _topic(ada, omar)
    questions = [
        QuizQuestion.objects.create(topic=topic, name=name, text=text)
        for name, text in (("q1", "Which water floats?"), ("q2", "What is heavy?"))
    ]
    work = make_allocation(topic, ada, work="quizzes")
    ordered = sorted(responses, key=lambda each: order_key(work.seed, each.uuid))
    return Quizple(
        desk=quizzes.DESK,
        below="quizzes",
        work=work,
        spots=[_quiz_spot(one, each) for each in ordered for one in questions],
        values=("5", "0"),
        left="6 labels left",
        family=QUIZ_FAMILY,
        importer="quiz_grades",
        file="14 q1 run-a 5\n14 q2 run-a 1\n14 q1 run-b 0\n14 q2 run-b 4\n",
        means={"run-a": 0.6, "run-b": 0.4},
        baseline=["5", "2", "0", "0", "5", "0"],
    )


def _topic(ada: User, omar: User) -> tuple[Topic, list[Response]]:
    track = make_track(organizer=omar, assessors=[ada])
    topic = make_topic(track)
    answers = ANSWERS.items()
    return topic, [
        make_response(make_run(track, name), topic, [text]) for name, text in answers
    ]


def _quiz_spot(question: QuizQuestion, response: Response) -> Spot:
    named = {"question": str(question.uuid)}
    return Spot(
        page=response.uuid,
        rows=(question, response),
        script={**named, "response": str(response.uuid)},
        form=named,
        anchor=f"question-{question.uuid}",
    )


def make_preferences(ada: User, omar: User) -> Quizple:
    topic, responses = _topic(ada, omar)
    work = make_allocation(topic, ada, work="preferences")
    pairs = [Rivals(*pair) for pair in combinations(responses, 2)]
    pairs.sort(key=lambda pair: order_key(work.seed, pair.uuid))
    return Quizple(
        desk=preferences.DESK,
        below="preferences",
        work=work,
        spots=[_preference_spot(pair) for pair in pairs],
        values=("first", "second"),
        left="3 labels left",
        family=PREFERENCE_FAMILY,
        importer="preferences",
        file="14 run-a run-b first\n14 run-a run-c first\n14 run-b run-c tie\n",
        means={"run-a": 1.0, "run-b": 0.25, "run-c": 0.25},
        baseline=["first", "first", "both_bad"],
    )


def _preference_spot(pair: Rivals) -> Spot:
    named = {"first": str(pair.first.uuid), "second": str(pair.second.uuid)}
    return Spot(page=pair.uuid, rows=tuple(pair), script=named, form=named)


EXAMPLES: dict[str, Callable[[User, User], Quizple]] = {
    "quizzes": make_quizzes,
    "preferences": make_preferences,
}
