"""Start a draft of questions, and write what a model wrote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from assess.judging.machine.readiness import NotReady, check_ready
from assess.judging.models import Judge
from exams.banks.actions import Entry, write_version
from exams.banks.lists import current_lists
from exams.drafting.calls import PROMPTS, Need
from exams.kernel.drafting import Drafted
from exams.models import Question, QuestionBank, QuestionVersion
from jobs.actions import create_job
from jobs.models import Job
from runs.kernel.limits import check_room
from runs.models import Topic


class AnotherBank(ValueError):
    """The bank of that name was made in another way; the message says how."""


class Written(NamedTuple):
    """What a model wrote for one call."""

    need: Need
    drafted: Drafted


def start_draft(
    judge: Judge,
    *,
    name: str,
    form: str,
    topics: Iterable[Topic],
    owner: User | None,
    now: datetime,
) -> Job:
    """Queue a draft of the questions that a bank lacks; no topics: all.

    A bank that the same judge drafted in the same form is continued. The caller rings.
    Raise NotReady, AnotherBank or TooMany, each with a sentence.
    """
    check_drafter(judge, form)
    bank_to_draft(judge, name, form)
    return create_job(
        "exam_draft",
        scope=judge.track.uuid,
        owner=owner,
        title=f"Draft of the questions {name} by {judge}",
        params={
            "judge": str(judge.uuid),
            "name": name,
            "form": form,
            "topics": [str(topic.uuid) for topic in topics],
        },
        now=now,
    )


def check_drafter(judge: Judge, form: str) -> None:
    """Raise NotReady unless the judge can write questions now."""
    if judge.kind == Judge.BASELINE:
        raise NotReady(f"{judge} is a baseline, and none writes questions.")
    prompts = [name for (known, _), name in PROMPTS.items() if known == form]
    check_ready(judge, prompts=prompts, baseline="")


def bank_to_draft(judge: Judge, name: str, form: str) -> QuestionBank | None:
    """Return the bank that a draft continues, None if it makes a new one."""
    banks = QuestionBank.objects.visible().filter(track=judge.track)
    bank = banks.filter(name=name).first()
    if bank is None:
        check_room(judge.track.profile.limits, "banks", banks.count() + 1)
        return None
    bank.track = judge.track
    if bank.drafted_by_id != judge.pk:
        by = f"drafted by {bank.drafted_by}" if bank.drafted_by_id else "not a draft"
        raise AnotherBank(
            f"There is a question bank {name} already, {by}. Give this draft another "
            "name."
        )
    other = Question.objects.filter(listings__version__bank=bank).exclude(form=form)
    if other.exists():
        raise AnotherBank(
            f"The question bank {name} has questions of another form. Give this draft "
            "another name."
        )
    return bank


def write_draft(
    judge: Judge, name: str, form: str, written: Sequence[Written], *, now: datetime
) -> QuestionVersion:
    """Write what a model wrote for one topic as the topic's next, frozen version.

    The first one makes the bank. Surplus questions are withdrawn. Call it inside a
    transaction. Raise TooMany for a list beyond the limit.
    """
    bank = bank_to_draft(judge, name, form) or QuestionBank.objects.create(
        track=judge.track,
        name=name,
        origin=Question.MODEL,
        drafted_by=judge,
        landed_at=now,
    )
    topic = written[0].need.topic
    old = current_lists(bank, [topic.pk]).get(topic.pk)
    entries = [
        Entry(
            row.question.text,
            question_id=row.question_id,
            facet_id=row.facet_id,
            key=row.key,
            withdrawn=row.withdrawn,
            details=row.details,
        )
        for row in (old.rows if old else ())
    ]
    entries += [entry for each in written for entry in _entries(each, form)]
    check_room(judge.track.profile.limits, "nuggets", len(entries))
    return write_version(
        bank,
        topic,
        entries,
        now=now,
        origin=Question.MODEL,
        judge=judge,
        parent=old.version if old else None,
    )


def _entries(written: Written, form: str) -> list[Entry]:
    facet = written.need.facet
    texts = [(text, False) for text in written.drafted.kept]
    texts += [(text, True) for text in written.drafted.surplus]
    return [
        Entry(
            text,
            form=form,
            facet_id=facet.pk if facet else None,
            withdrawn=withdrawn,
            details={"rank": rank},
        )
        for rank, (text, withdrawn) in enumerate(texts, start=1)
    ]
