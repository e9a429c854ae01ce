"""The content of the organizers' pages of question banks."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from exams.models import QuestionBank, QuestionVersion
from runs.models import Track


def list_banks(track: Track) -> QuerySet[QuestionBank]:
    """Return a track's question banks with the numbers of their topics."""
    here = Q(versions__topic__deleted_at=None)
    banks = QuestionBank.objects.visible().filter(track=track)
    counted = banks.select_related("drafted_by").annotate(
        topics=Count("versions__topic", filter=here, distinct=True)
    )
    return counted.order_by("name", "pk")


def list_versions(bank: QuestionBank) -> QuerySet[QuestionVersion]:
    """Return a bank's versions by topic, the newest first, with their counts."""
    rows = QuestionVersion.objects.filter(bank=bank, topic__deleted_at=None)
    return (
        rows.select_related("topic", "editor")
        .annotate(
            total=Count("listings"),
            withdrawn=Count("listings", filter=Q(listings__withdrawn=True)),
        )
        .order_by("topic__position", "topic", "-number")
    )
