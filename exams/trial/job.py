"""The job of a trial."""

from __future__ import annotations

from collections import Counter
from typing import Any

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
    total, done = sum(len(passages[each["topic"]]) for each in asked), 0
    counts: dict[str, dict[str, int]] = {}
    for each in asked:
        own: Counter[str] = Counter()
        question = Question(text=each["text"], form=each["form"])
        for passage in passages[each["topic"]]:
            running.check()
            own.update(_grade(running, asker, question, passage, way))
            done += 1
            running.step(done, total, "Grading")
        key = f"{each['topic']}/{text_id(each['text'])}"
        counts[key] = dict(own)
    return {
        "questions": len(asked),
        "grades": sum(sum(own.values()) for own in counts.values()),
        "counts": counts,
        "link": reverse("exams:trial", args=[bank.track.uuid, bank.uuid]),
    }


def _read(running: Running) -> tuple[QuestionBank, Judge]:
    banks = QuestionBank.objects.visible().filter(track__uuid=running.scope)
    found = banks.filter(uuid=str(running.params["bank"]))
    bank = found.select_related("track").first()
    judges = Judge.objects.visible().filter(track__uuid=running.scope)
    judge = judges.filter(uuid=str(running.params["judge"])).first()
    if bank is None or judge is None:
        raise JobError("The bank or the judge of this trial is no longer there.")
    judge.track = bank.track
    return bank, judge


def _sample(bank: QuestionBank, topic: str, most: int) -> list[ExamPassage]:
    """Return some passages of a topic, at random, but always the same ones."""
    topics = Topic.objects.filter(track=bank.track, uuid=topic)
    rows = graded_passages().filter(topic__in=topics).select_related("segment")
    return sorted(rows, key=lambda each: order_key(bank.uuid.hex, each.uuid))[:most]


def _grade(
    running: Running, asker: Asker, question: Question, passage: ExamPassage, way: Way
) -> list[str]:
    """Return the grade of one passage; nothing if the call failed, which is listed."""
    unit = Unit(passage.topic_id, ((0, passage.pk),))
    call = call_of(Graded(unit, [question], passage, {}, {}), way)
    try:
        parsed = asker.ask(call.prompt, call.values, call.parse, ids={"trial": True})
    except ItemFailed as error:
        running.failure(f"Passage {passage.uuid}", str(error))
        return []
    return [verdict.value for verdict in parsed.value]
