"""The registration of banks and conditions as things to put away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from assess.judging.models import Judge
from assess.judging.models.subjects import register_subject
from assess.judging.put_away import work_on
from nuggets.conditions.actions import note_gone, note_restored
from nuggets.models import AssignmentLabel, Bank, Condition, Nugget
from runs.models import Import, Topic, Track
from runs.put_away.registry import (
    Counts,
    Restored,
    Thing,
    ThingKind,
    Ties,
    hanging_on_each,
    page_named,
    register,
    tie,
)


def _banks(track: Track) -> QuerySet[Bank]:
    return Bank.objects.exclude(landed_at=None).filter(track=track)


def _banks_away() -> QuerySet[Bank]:
    return Bank.objects.exclude(deleted_at=None)


def _conditions(track: Track) -> QuerySet[Condition]:
    return Condition.everything.filter(track=track)


BANK = register(
    ThingKind(
        name="bank",
        title="Bank",
        plural="Banks",
        model=Bank,
        rows=_banks,
        effect="It disappears from every page and export, and its work from "
        "every inbox. Its lists, their labels and the work are kept, and return once "
        "it is restored.",
        page=page_named("nuggets:bank"),
        pages="nuggets:banks",
    )
)
CONDITION = register(
    ThingKind(
        name="condition",
        title="Condition",
        plural="Conditions",
        model=Condition,
        rows=_conditions,
        effect="The name goes. Bank, labels and scores stay, and so does what happened "
        "to it.",
        page=page_named("nuggets:condition_edit"),
        pages="nuggets:conditions",
    )
)


def _on_bank(bank: Bank) -> Counts:
    listed = Nugget.objects.filter(listings__version__bank=bank).values("pk")
    given: QuerySet[Any] = AssignmentLabel.objects.given()
    labels = given.filter(nugget__in=listed)
    return {
        "lists": bank.versions.count(),
        "nuggets": Nugget.objects.filter(pk__in=listed).count(),
        "assignment labels": labels.count(),
        "gold answers": bank.gold_answers.count(),
    }


def _named(where: Q) -> Iterator[tuple[ThingKind, Thing]]:
    for condition in Condition.objects.filter(where):
        yield CONDITION, condition


def _on_judge(judge: Judge) -> Iterator[tuple[ThingKind, Thing]]:
    parts = Q(assignment_judge=judge) | Q(mapping_judge=judge) | Q(qrels_judge=judge)
    return _named(parts)


def _on_bank_alone(bank: Bank) -> Iterator[tuple[ThingKind, Thing]]:
    return _named(Q(bank=bank))


def _on_topic(topic: Topic) -> Iterator[tuple[ThingKind, Thing]]:
    """Yield the conditions that would lose all of their topics."""
    for kind, condition in _named(Q(topics=topic)):
        if not condition.topics.exclude(pk=topic.pk).exists():
            yield kind, condition


def _made_by(row: Import) -> Iterator[tuple[ThingKind, Thing]]:
    if row.state == Import.LANDED:
        own = Bank.objects.visible().filter(track=row.track_id, origin=Bank.IMPORTED)
        for bank in own.filter(sha256=row.sha256):
            yield BANK, bank


def _on_import(row: Import) -> Counts:
    return hanging_on_each(_made_by(row))


def _lack(condition: Condition) -> str:
    parts = (
        condition.bank,
        condition.assignment_judge,
        condition.mapping_judge,
        condition.qrels_judge,
    )
    away = next((part for part in parts if part and part.deleted_at), None)
    if away:
        return f"It names {away}, which is put away. Restore that first."
    named = Topic.everything.filter(pk__in=_topics(condition))
    if named.exists() and not named.filter(deleted_at=None).exists():
        return "All of its topics are put away. Restore one of them first."
    return ""


def _topics(condition: Condition) -> QuerySet[Any]:
    through = Condition.topics.through
    rows: QuerySet[Any] = through._default_manager.all()  # noqa: SLF001
    return rows.filter(condition=condition.pk).values("topic")


def _work(bank: Bank) -> Mapping[str, Any]:
    return {"subject": str(bank.uuid)}


def _gone(condition: Condition, by: User | None, now: datetime) -> None:
    note_gone(condition, by=by, now=now)


def _back(condition: Condition, change: Restored) -> Sequence[str]:
    note_restored(condition, by=change.by, now=change.now)
    return ()


register_subject(_banks_away, every=Bank.objects.all, key="bank")
tie("bank", Ties(hanging=_on_bank, resting=_on_bank_alone))
tie("bank", work_on(_work))
tie("judge", Ties(resting=_on_judge))
tie("topic", Ties(resting=_on_topic))
tie("import", Ties(hanging=_on_import, resting=_made_by))
tie("condition", Ties(lack=_lack, gone=_gone, back=_back))
