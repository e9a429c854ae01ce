"""Changes of a thread."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.kernel.idempotency import ReusedKey, check_same
from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from assess.judging.threads.spots import Spot


@dataclass(frozen=True)
class Words:
    """A remark as the browser sent it; a repetition counts once."""

    kind: str
    text: str = ""
    reason: str = ""
    key: UUID | None = None
    body: UUID | None = None  # a digest of the request's content


SKIPS = (Remark.SKIP, Remark.UNSKIP)


def say(
    allocation: Allocation, spot: Spot, words: Words, *, author: User, now: datetime
) -> Remark:
    """Comment on, flag or skip one item of an allocation, or undo a skip of it.

    A settled thread is opened again; a thread with only undone skips is settled. A
    repeated remark is stored once. Raise ReusedKey if the key came with another remark,
    or on another item.
    """
    try:
        with transaction.atomic():
            return _say_once(allocation, spot, words, author=author, now=now)
    except IntegrityError:  # a concurrent repetition, or the item's first remark
        with transaction.atomic():
            return _say_once(allocation, spot, words, author=author, now=now)


def _say_once(
    allocation: Allocation, spot: Spot, words: Words, *, author: User, now: datetime
) -> Remark:
    said = _said_before(author, words)
    if said:
        if said.thread.allocation_id == allocation.pk and said.thread.item == spot.item:
            return said
        raise ReusedKey
    thread, _is_new = Thread.objects.get_or_create(
        allocation=allocation, item=spot.item, defaults={"about": spot.about}
    )
    change: dict[str, object] = {
        "resolved_at": None,
        "read_at": now,
        "about": spot.about,
    }
    if words.kind in SKIPS:
        change["skipped"] = words.kind == Remark.SKIP
    if words.kind == Remark.UNSKIP and not _to_answer(thread):
        change["resolved_at"] = now
    Thread.objects.filter(pk=thread.pk).update(**change)
    return _add(thread, words, author=author, now=now)


def _to_answer(thread: Thread) -> bool:
    return thread.remarks.exclude(kind__in=SKIPS).exists()


def _said_before(author: User, words: Words) -> Remark | None:
    if words.key is None:
        return None
    rows = Remark.objects.filter(author=author, key=words.key)
    said = rows.select_related("thread").first()
    if said:
        check_same(said.body, words.body)
    return said


def _add(thread: Thread, words: Words, *, author: User, now: datetime) -> Remark:
    return Remark.objects.create(
        thread=thread,
        kind=words.kind,
        reason=words.reason,
        text=words.text,
        author=author,
        key=words.key,
        body=words.body,
        at=now,
    )


def answer(
    thread: Thread,
    words: Words,
    *,
    author: User,
    now: datetime,
    settle: bool = False,
    ask_again: bool = False,
) -> None:
    """Reply as an organizer; `settle` closes the thread, `ask_again` un-skips.

    Without text, only the latter happen. A repeated reply is stored once; raise
    ReusedKey if the key came with another thread.
    """
    change: dict[str, object] = {"resolved_at": now if settle else None}
    if ask_again:
        change["skipped"] = False
    said = _said_before(author, words)
    if said and said.thread_id != thread.pk:
        raise ReusedKey
    if said:
        return
    with suppress(IntegrityError), transaction.atomic():  # a concurrent repetition
        if words.text or ask_again:
            _add(thread, words, author=author, now=now)
        Thread.objects.filter(pk=thread.pk).update(**change)


def mark_read(thread: Thread, *, now: datetime) -> None:
    """Record that its assessor has read a thread."""
    Thread.objects.filter(pk=thread.pk).update(read_at=now)


def no_longer_skipped(allocation: Allocation, item: str) -> None:
    """Mark an item that got its label as no longer skipped."""
    skipped = Thread.objects.filter(allocation=allocation, item=item, skipped=True)
    skipped.update(skipped=False)
