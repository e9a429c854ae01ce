"""Quiz grades by machine: the items, the prompt, and the baseline's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assess.judging.kernel.replies import read_grade
from assess.judging.kernel.words import content_stems, recall
from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Unit,
    Verdict,
    labelled,
    register,
)
from runs.models import Response
from tests.example_kind.quizzes.kind import QUIZZES
from tests.example_kind.quizzes.models import QuizQuestion

PROMPT = "grade_quiz_answer"  # prompts/grade_quiz_answer.toml
HIGHEST = 5


def plan(scope: Scope) -> Plan:
    """Return a unit for each question on each response that has no grade yet."""
    questions = QuizQuestion.objects.filter(topic__track=scope.track)
    if scope.topics is not None:
        questions = questions.filter(topic__in=scope.topics)
    rows = Response.objects.visible().filter(run__track=scope.track)
    responses = rows.values_list("topic", "pk")
    items = [
        (topic, (question, response))
        for topic, question in questions.values_list("topic", "pk")
        for own, response in responses
        if own == topic
    ]
    done = labelled(scope, QUIZZES)
    units = [Unit(topic, (item,)) for topic, item in items if item not in done]
    return Plan(units, len(items))


def load(_scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    questions = QuizQuestion.objects.in_bulk([unit.items[0][0] for unit in units])
    responses = Response.objects.in_bulk([unit.items[0][1] for unit in units])
    for unit in units:
        question, response = unit.items[0]
        yield _question(unit, questions[question], responses[response])


def _question(unit: Unit, question: QuizQuestion, response: Response) -> Question:
    asked, said = (set(content_stems(each.text)) for each in (question, response))
    return Question(
        name=f"Question {question}, {response}",
        items=unit.items,
        prompt=PROMPT,
        values={"question": question.text, "response": response.text},
        ids={"question": str(question.uuid), "response": str(response.uuid)},
        parse=lambda reply: read_grade(reply, highest=HIGHEST).mapped(
            lambda grade: [Verdict(str(grade))]
        ),
        baseline=lambda: [Verdict(str(round(HIGHEST * (recall(asked, said) or 0))))],
    )


MACHINE = register(
    Machine(
        kind=QUIZZES,
        prompts=(PROMPT,),
        plan=plan,
        load=load,
        nothing="No topic has both questions and responses.",
    )
)
