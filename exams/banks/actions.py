"""Create question banks and their versions, many questions in a few statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from assess.judging.models import Judge
from exams.models import (
    Question,
    QuestionBank,
    QuestionDescent,
    QuestionListing,
    QuestionVersion,
)
from runs.models import Topic

BATCH = 500  # rows per statement


@dataclass(frozen=True)
class Entry:
    """One question of a list to write.

    question_id: the row of an existing question, whose text then stays. parents: row
    numbers of the questions from which a new one was made.
    """

    text: str
    form: str = Question.QUESTION
    facet_id: int | None = None
    key: Sequence[str] = ()
    external_id: str = ""
    withdrawn: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    question_id: int | None = None
    parents: Sequence[int] = ()
    relation: str = QuestionDescent.REWORDED


def write_version(
    bank: QuestionBank,
    topic: Topic,
    entries: Sequence[Entry],
    *,
    now: datetime,
    origin: str,
    by: User | None = None,
    judge: Judge | None = None,
    parent: QuestionVersion | None = None,
    lines: Sequence[Mapping[str, Any]] = (),
    edits: Sequence[str] = (),
    steps: Sequence[Mapping[str, Any]] = (),
    freeze: bool = True,
) -> QuestionVersion:
    """Write one topic's next version completely, and freeze it by default.

    judge is the machine that wrote new questions, by the person.
    """
    with transaction.atomic():
        version = QuestionVersion.objects.create(
            bank=bank,
            topic=topic,
            number=_next_number(bank, topic),
            parent=parent,
            editor=by,
            lines=list(lines),
            edits=list(edits),
            steps=list(steps),
            state=QuestionVersion.FROZEN if freeze else QuestionVersion.OPEN,
            frozen_at=now if freeze else None,
        )
        numbers = _create(topic, entries, origin=origin, by=by, judge=judge)
        _list(version, numbers, entries)
    return version


def _list(
    version: QuestionVersion, numbers: Sequence[int], entries: Sequence[Entry]
) -> None:
    QuestionListing.objects.bulk_create(
        [
            QuestionListing(
                version=version,
                question_id=number,
                position=place,
                facet_id=entry.facet_id,
                withdrawn=entry.withdrawn,
                key=list(entry.key),
                details=dict(entry.details),
            )
            for place, (number, entry) in enumerate(zip(numbers, entries, strict=True))
        ],
        batch_size=BATCH,
    )


def _next_number(bank: QuestionBank, topic: Topic) -> int:
    versions = QuestionVersion.objects.filter(bank=bank, topic=topic)
    return (versions.aggregate(last=Max("number"))["last"] or 0) + 1


def _create(
    topic: Topic,
    entries: Sequence[Entry],
    *,
    origin: str,
    by: User | None,
    judge: Judge | None,
) -> list[int]:
    """Create the new questions with their descent; return all row numbers."""
    fresh = [entry for entry in entries if entry.question_id is None]
    made = Question.objects.bulk_create(
        [
            Question(
                topic=topic,
                text=entry.text,
                form=entry.form,
                facet_id=entry.facet_id,
                origin=origin,
                external_id=entry.external_id,
                by=by,
                judge=judge,
            )
            for entry in fresh
        ],
        batch_size=BATCH,
    )
    QuestionDescent.objects.bulk_create(
        QuestionDescent(child=child, parent_id=parent, relation=entry.relation)
        for child, entry in zip(made, fresh, strict=True)
        for parent in entry.parents
    )
    new = iter(made)
    return [
        next(new).pk if entry.question_id is None else entry.question_id
        for entry in entries
    ]


def release_bank(bank: QuestionBank, *, shown: bool, now: datetime) -> None:
    """Show a bank's questions to viewers, or hide them again."""
    bank.released_at = now if shown else None
    bank.save(update_fields=["released_at"])
