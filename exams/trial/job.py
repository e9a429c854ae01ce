"""The job of a trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from django.urls import reverse

from assess.judging.kernel.order import order_key
from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.machine.registry import Unit
from assess.judging.models import Judge
from exams.grading.calls import Graded, call_of
from exams.grading.items import graded_passages
from exams.grading.settings import Way
from exams.kernel.paragraphs import text_id
from exams.models import ExamPassage, Question, QuestionBank
from exams.trial.actions import JOB, check_trier
from jobs.registry import JobError, job_kind
from jobs.run import Running
from runs.models import Topic


class Try(NamedTuple):
    """One question to be graded on one passage."""

    key: str
    question: Question
    passage: ExamPassage


@job_kind(JOB, title="Try new questions")
def try_questions(running: Running) -> dict[str, object]:
    """Count the grades of each question's sample of passages.

    The sample is the same at every trial of a bank. The calls are those of grading, so
    that the ledger has their replies when the questions are graded.
    """
    bank, judge = _read(running)
    way = check_trier(judge)
    asker = Asker(judge, running, way.prompts)
    asked: Any = running.params["questions"]
    most = int(str(running.params["passages"]))
    passages = {each["topic"]: _sample(bank, each["topic"], most) for each in asked}
    counts: dict[str, Counter[str]] = {_key(each): Counter() for each in asked}
    tries = [
        Try(_key(each), Question(text=each["text"], form=each["form"]), passage)
        for each in asked
        for passage in passages[each["topic"]]
    ]
    with asker.each(tries, partial(_grade, asker, way)) as answers:
        for done, (each, answer) in enumerate(answers, start=1):
            running.check()
            try:
                counts[each.key].update(answer.result())
            except ItemFailed as error:
                running.failure(f"Passage {each.passage.uuid}", str(error))
            running.step(done, len(tries), "Grading")
    return {
        "questions": len(asked),
        "grades": sum(sum(own.values()) for own in counts.values()),
        "counts": {key: dict(own) for key, own in counts.items()},
        "link": reverse("exams:trial", args=[bank.track.uuid, bank.uuid]),
    }


def _read(running: Running) -> tuple[QuestionBank, Judge]:
    banks = QuestionBank.objects.visible().filter(track__uuid=running.scope)
    found = banks.filter(uuid=str(running.params["bank"]))
    bank = found.select_related("track").first()
    judges = Judge.objects.visible().filter(track__uuid=running.scope)
    judge = judges.filter(uuid=str(running.params["judge"])).first()
    if bank is None or judge is None:
        raise JobError("The bank or the judge of this trial no longer exists.")
    judge.track = bank.track
    return bank, judge


def _sample(bank: QuestionBank, topic: str, most: int) -> list[ExamPassage]:
    """Return some passages of a topic, at random, but always the same ones."""
    topics = Topic.objects.filter(track=bank.track, uuid=topic)
    rows = graded_passages().filter(topic__in=topics).select_related("segment")
    return sorted(rows, key=lambda each: order_key(bank.uuid.hex, each.uuid))[:most]


def _key(asked: Mapping[str, str]) -> str:
    return f"{asked['topic']}/{text_id(asked['text'])}"


def _grade(asker: Asker, way: Way, one: Try) -> list[str]:
    """Return the grade of one passage; raise ItemFailed."""
    unit = Unit(one.passage.topic_id, ((0, one.passage.pk),))
    call = call_of(Graded(unit, [one.question], one.passage, {}, {}), way)
    parsed = asker.ask(call.prompt, call.values, call.parse, ids={"trial": True})
    return [verdict.value for verdict in parsed.value]
