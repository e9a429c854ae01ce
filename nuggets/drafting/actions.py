"""Start a draft, and write it topic by topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from assess.judging.machine.readiness import check_ready
from assess.judging.models import Judge
from jobs.actions import create_job
from jobs.models import Job
from nuggets.banks.actions import Entry, create_bank, write_version
from nuggets.drafting.baseline import EXTRACTIVE
from nuggets.drafting.draft import Drafted
from nuggets.drafting.model import PROMPTS
from nuggets.models import Bank, BankVersion
from runs.actions.subnarratives import name_subnarratives
from runs.models import Topic


class AnotherDraft(ValueError):
    """The bank of that name has other settings; the message says which."""


def start_draft(
    judge: Judge,
    *,
    qrels: Judge,
    name: str,
    topics: Iterable[Topic],
    owner: User | None,
    now: datetime,
) -> Job:
    """Queue a draft of topics that the bank does not have yet; none: all there are.

    A bank of the same name is continued if both judges are the same; it becomes visible
    once a topic is drafted. The caller rings. Raise NotReady or AnotherDraft, both with
    a sentence.
    """
    check_drafter(judge)
    with transaction.atomic():
        bank = _bank(judge, qrels, name)
        return create_job(
            "draft",
            scope=judge.track.uuid,
            owner=owner,
            title=f"Draft of {name} by {judge}",
            params={
                "bank": str(bank.uuid),
                "judge": str(judge.uuid),
                "topics": [str(topic.uuid) for topic in topics],
            },
            now=now,
        )


def check_drafter(judge: Judge) -> None:
    """Raise NotReady unless the judge can draft now."""
    check_ready(judge, prompts=PROMPTS, baseline=EXTRACTIVE.name)


def _bank(judge: Judge, qrels: Judge, name: str) -> Bank:
    held = Bank.objects.filter(track=judge.track, name=name, deleted_at=None).first()
    if held is None:
        return create_bank(
            judge.track,
            name,
            origin=Bank.AUTOMATIC,
            landed_at=None,
            drafted_by=judge,
            qrels_judge=qrels,
        )
    if held.drafted_by_id == judge.pk and held.qrels_judge_id == qrels.pk:
        return held
    if not _is_abandoned(held):
        raise AnotherDraft(
            f"There is a bank {name} already, {_made(held)}. Give this draft another "
            "name."
        )
    Bank.objects.filter(pk=held.pk).update(drafted_by=judge, qrels_judge=qrels)
    return held


def _is_abandoned(bank: Bank) -> bool:
    """Return whether the bank was never visible and no draft works on it."""
    if bank.landed_at is not None or bank.origin != Bank.AUTOMATIC:
        return False
    drafts = Job.objects.unfinished().filter(
        kind="draft", scope=bank.track.uuid, params__bank=str(bank.uuid)
    )
    return not drafts.exists()


def _made(bank: Bank) -> str:
    if bank.origin != Bank.AUTOMATIC:
        return bank.get_origin_display().lower()
    return f"drafted by {bank.drafted_by} from the relevance of {bank.qrels_judge}"


def write_draft(
    bank: Bank, topic: Topic, nuggets: Sequence[Drafted], *, now: datetime
) -> BankVersion:
    """Write a topic's draft and freeze it, with the sub-narratives that it adds.

    The bank becomes visible with its first topic. Call it inside a transaction.
    """
    names = [(nugget.part, True) for nugget in nuggets if nugget.part]
    parts = name_subnarratives(topic, names, now=now)
    entries = [
        Entry(
            nugget.text,
            importance=nugget.importance,
            subnarrative_id=parts[nugget.part] if nugget.part else None,
            sources=nugget.sources,
            details={"rank": nugget.rank},
        )
        for nugget in nuggets
    ]
    version = write_version(bank, topic, entries, now=now, judge=bank.drafted_by)
    Bank.objects.filter(pk=bank.pk, landed_at=None).update(landed_at=now)
    return version
