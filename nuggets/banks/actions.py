"""Create banks and their versions, many nuggets in a few statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Q

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import (
    Bank,
    BankVersion,
    Descent,
    Listing,
    Nugget,
    NuggetSource,
    PinnedSubnarrative,
)
from runs.models import Subnarrative, SubnarrativeWording, Topic, Track

BATCH = 500  # rows per statement


class BankExists(ValueError):
    """The track already has a bank of that name."""


class VersionFrozen(Exception):
    """The version is frozen."""


class SegmentSpan(NamedTuple):
    """A segment by row number; a span in code points, end exclusive, if known."""

    segment_id: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Entry:
    """One nugget of a list to write.

    `nugget_id` is the row of an existing nugget (its text, sources and descent then
    stay unchanged); `parents` are row numbers of the nuggets from which it was made.
    """

    text: str
    importance: str = ""
    subnarrative_id: int | None = None
    sources: Sequence[SegmentSpan] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    nugget_id: int | None = None
    parents: Sequence[int] = ()
    relation: str = Descent.REWORDED


def create_bank(
    track: Track,
    name: str,
    *,
    origin: str,
    landed_at: datetime | None,
    drafted_by: Judge | None = None,
    qrels_judge: Judge | None = None,
    parent: Bank | None = None,
    importance_shown: bool = True,
    sha256: str = "",
) -> Bank:
    """Create an empty bank; raise BankExists. `landed_at` None hides it for now."""
    bank, made = Bank.objects.get_or_create(
        track=track,
        name=name,
        deleted_at=None,
        defaults={
            "origin": origin,
            "landed_at": landed_at,
            "drafted_by": drafted_by,
            "qrels_judge": qrels_judge,
            "parent": parent,
            "importance_shown": importance_shown,
            "sha256": sha256,
        },
    )
    if not made:
        raise BankExists(f"{track} already has a bank named {name!r}")
    return bank


def write_version(
    bank: Bank,
    topic: Topic,
    entries: Sequence[Entry],
    *,
    now: datetime,
    judge: Judge | None = None,
    by: User | None = None,
    parent: BankVersion | None = None,
    freeze: bool = True,
) -> BankVersion:
    """Write one topic's next version completely, and freeze it by default.

    `judge` is the machine that wrote new nuggets, `by` the person.
    """
    with transaction.atomic():
        version = BankVersion.objects.create(
            bank=bank,
            topic=topic,
            number=next_number(bank, topic),
            parent=parent,
            editor=by,
        )
        ids = create_nuggets(topic, entries, judge=judge, by=by)
        _list_nuggets(version, ids, entries)
        if freeze:
            freeze_version(version, now=now)
    return version


def _list_nuggets(
    version: BankVersion, nuggets: Sequence[int], entries: Sequence[Entry]
) -> None:
    Listing.objects.bulk_create(
        [
            Listing(
                version=version,
                nugget_id=nugget,
                position=place,
                importance=entry.importance,
                subnarrative_id=entry.subnarrative_id,
                details=dict(entry.details),
            )
            for place, (nugget, entry) in enumerate(zip(nuggets, entries, strict=True))
        ],
        batch_size=BATCH,
    )


def next_number(bank: Bank, topic: Topic) -> int:
    """Return the number of a topic's next version in a bank, from 1."""
    versions = BankVersion.objects.filter(bank=bank, topic=topic)
    return (versions.aggregate(last=Max("number"))["last"] or 0) + 1


def create_nuggets(
    topic: Topic,
    entries: Sequence[Entry],
    *,
    judge: Judge | None = None,
    by: User | None = None,
) -> list[int]:
    """Create the new nuggets, with sources and descent; return all row numbers.

    Call it inside a transaction.
    """
    fresh = [entry for entry in entries if entry.nugget_id is None]
    made = Nugget.objects.bulk_create(
        [Nugget(topic=topic, text=entry.text, judge=judge, by=by) for entry in fresh],
        batch_size=BATCH,
    )
    pairs = list(zip(made, fresh, strict=True))
    NuggetSource.objects.bulk_create(
        [
            NuggetSource(nugget=nugget, **source._asdict())
            for nugget, entry in pairs
            for source in entry.sources
        ],
        batch_size=BATCH,
    )
    Descent.objects.bulk_create(
        [
            Descent(child=nugget, parent_id=parent, relation=entry.relation)
            for nugget, entry in pairs
            for parent in entry.parents
        ],
        batch_size=BATCH,
    )
    new = iter(made)
    return [
        next(new).pk if entry.nugget_id is None else entry.nugget_id
        for entry in entries
    ]


def freeze_version(version: BankVersion, *, now: datetime) -> None:
    """Freeze a version and pin the current wordings of the topic's sub-narratives.

    Raise VersionFrozen if it is frozen already.
    """
    with transaction.atomic():
        changed = BankVersion.objects.filter(
            pk=version.pk, state=BankVersion.OPEN
        ).update(state=BankVersion.FROZEN, frozen_at=now)
        if not changed:
            raise VersionFrozen
        parts = _parts_to_pin(version)
        PinnedSubnarrative.objects.bulk_create(
            PinnedSubnarrative(version=version, wording=wording, position=place)
            for place, wording in enumerate(_wordings(parts, now=now))
        )
    version.state, version.frozen_at = BankVersion.FROZEN, now


def _parts_to_pin(version: BankVersion) -> list[Subnarrative]:
    """Return the topic's current sub-narratives, and dropped ones with nuggets."""
    mapped = Listing.objects.filter(version=version).values("subnarrative")
    wanted = Q(retired_at=None) | Q(pk__in=mapped)
    parts = Subnarrative.objects.filter(wanted, topic=version.topic_id)
    return list(parts.order_by("position", "id"))


def _wordings(
    subnarratives: Sequence[Subnarrative], *, now: datetime
) -> list[SubnarrativeWording]:
    """Return the current wording of each, creating missing rows."""
    known = {
        (wording.subnarrative_id, wording.text): wording
        for wording in SubnarrativeWording.objects.filter(
            subnarrative__in=subnarratives
        ).order_by("pk")
    }
    missing = [
        SubnarrativeWording(
            subnarrative=one, text=one.text, importance=one.importance, at=now
        )
        for one in subnarratives
        if (one.pk, one.text) not in known
    ]
    for wording in SubnarrativeWording.objects.bulk_create(missing):
        known[wording.subnarrative_id, wording.text] = wording
    return [known[one.pk, one.text] for one in subnarratives]
