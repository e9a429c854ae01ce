"""Question banks as subjects of work, and the topics of a bank."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, QuerySet

from assess.judging.models import Allocation
from assess.judging.models.subjects import bare
from assess.judging.screens import Subject
from exams.models import QuestionBank, QuestionVersion
from runs.models import Topic, Track


def banks_of(track: Track) -> QuerySet[QuestionBank, Any]:
    """Return the rows of a track's question banks."""
    return (
        QuestionBank.objects.visible().filter(track=track).values_list("uuid", "name")
    )


def subjects_of(track: Track) -> list[Subject]:
    """Return the question banks with a frozen list of some topic."""
    current = QuestionVersion.objects.current().filter(bank__track=track)
    banks = QuestionBank.objects.visible().filter(pk__in=current.values("bank"))
    return [Subject(str(bank.uuid), bank.name) for bank in banks]


def topics_of_bank(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics for which a bank has a frozen list."""
    current = QuestionVersion.objects.current().filter(bank__uuid=bank)
    return Topic.objects.filter(track=track, pk__in=current.values("topic"))


def version_of(work: Allocation) -> QuestionVersion | None:
    """Return the current version of some work's bank on its topic."""
    return (
        QuestionVersion.objects.current()
        .filter(
            bank__uuid=work.subject,
            bank__deleted_at=None,
            bank__landed_at__isnull=False,
            topic=work.topic_id,
        )
        .first()
    )


def outer_version(subject: str) -> QuerySet[Any]:
    """Return the row number of the current version of an outer allocation.

    subject: the allocation's column with its bank's public id, without hyphens.
    """
    found = QuestionVersion.objects.current().filter(
        bank__deleted_at=None,
        bank__landed_at__isnull=False,
        topic=OuterRef(OuterRef("topic")),
    )
    own = found.alias(bare_bank=bare("bank__uuid"))
    return own.filter(bare_bank=OuterRef(OuterRef(subject))).values("pk")
