"""Stages of post-editing: start from a draft, finish, open again."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from assess.judging.allocations.actions import finish
from assess.judging.models import Allocation
from assess.judging.queues.actions import TakenByAnother, reopen
from nuggets.banks.actions import (
    Entry,
    VersionFrozen,
    create_bank,
    freeze_version,
    write_version,
)
from nuggets.editing.steps.step import StaleVersion
from nuggets.models import Bank, BankVersion, Listing
from runs.actions.acts import Act
from runs.models import Topic


class NothingToEdit(Exception):
    """Neither the bank nor the draft behind it has a list for this topic."""


def start_post_edit(draft: Bank, name: str, *, now: datetime) -> Bank:
    """Create an edited bank from a draft, with open lists; raise BankExists.

    The nuggets are the same rows. Importance is kept or emptied as the track's profile
    says, and the bank records which.
    """
    shown = draft.track.profile.nuggets.importance_in_editor == "shown"
    with transaction.atomic():
        bank = create_bank(
            draft.track,
            name,
            origin=Bank.EDITED,
            landed_at=now,
            parent=draft,
            qrels_judge=draft.qrels_judge,
            importance_shown=shown,
        )
        for version in draft.versions.current().select_related("topic"):
            _open_copy(bank, version, keep_importance=shown, now=now)
    return bank


def open_version(
    bank: Bank, topic: Topic, *, now: datetime, by: User | None = None
) -> BankVersion:
    """Return a topic's open list in an edited bank, creating it if there is none.

    A new list starts from the bank's latest frozen list, else from the draft's. Raise
    NothingToEdit if there is neither.
    """
    with transaction.atomic():
        found = BankVersion.objects.filter(bank=bank, topic=topic, state="open").first()
        if found:
            return found
        own = bank.versions.current().filter(topic=topic).first()
        if own:
            return _open_copy(bank, own, keep_importance=True, now=now, by=by)
        drafts = BankVersion.objects.current().filter(bank=bank.parent, topic=topic)
        draft = drafts.first() if bank.parent_id else None
        if not draft:
            raise NothingToEdit
        shown = bank.importance_shown
        return _open_copy(bank, draft, keep_importance=shown, now=now, by=by)


def _open_copy(
    bank: Bank,
    parent: BankVersion,
    *,
    keep_importance: bool,
    now: datetime,
    by: User | None = None,
) -> BankVersion:
    rows = Listing.objects.filter(version=parent).order_by("position", "pk")
    entries = [
        Entry(
            "",
            importance=row.importance if keep_importance else "",
            subnarrative_id=row.subnarrative_id,
            details=row.details,
            nugget_id=row.nugget_id,
        )
        for row in rows
    ]
    return write_version(
        bank, parent.topic, entries, now=now, by=by, parent=parent, freeze=False
    )


def finish_version(version: BankVersion, allocation: Allocation, *, act: Act) -> None:
    """Freeze the list that the assessor saw, and finish their work on it.

    Raise StaleVersion if it has changed since, VersionFrozen if it is frozen or the
    work is closed.
    """
    with transaction.atomic():
        same = BankVersion.objects.filter(pk=version.pk, revision=act.seen)
        if not same.update(editor=act.by):
            raise StaleVersion
        freeze_version(version, now=act.now)
        if not finish(allocation, now=act.now):
            raise VersionFrozen


def reopen_version(
    bank: Bank, allocation: Allocation, *, by: User, now: datetime
) -> BankVersion:
    """Open a new version after the frozen one, and open the work again.

    Raise TakenByAnother if somebody else has taken the topic since.
    """
    try:
        with transaction.atomic():
            version = open_version(bank, allocation.topic, by=by, now=now)
            reopen(allocation, now=now)
    except IntegrityError:  # another request opened it at this moment
        raise TakenByAnother from None
    return version
