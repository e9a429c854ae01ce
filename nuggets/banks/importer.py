"""Imports of banks: from nuggetizer, the 2025 development file, or iKAT."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils import timezone

from nuggets.banks.actions import Entry, write_version
from nuggets.banks.forms import BankForm
from nuggets.models import AssignmentLabel, Bank, BankVersion, Listing
from runs.actions.subnarratives import name_subnarratives
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.put_away import refuse_twins
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.nuggets import (
    SUBNARRATIVE,
    Nugget,
    TopicNuggets,
    fold_subnarrative,
    read_nuggets,
)
from runs.models import Subnarrative, Topic

FEW = 10  # names in a message
LONGEST_SOURCE = 150  # characters
Listed = tuple[BankVersion, list[Listing]]


class Plan(NamedTuple):
    """The topics whose lists the file changes, and the existing bank, if any."""

    rows: list[tuple[Topic, TopicNuggets]]
    bank: Bank | None


class NuggetsImporter:
    """Imports one bank per file, frozen at once.

    Replacing a bank writes a new version of each topic whose list differs. Nuggets with
    a text that exists already keep their rows and their labels.
    """

    def check(self, incoming: Incoming) -> Plan:
        """Read every topic's nuggets."""
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        rows = []
        with incoming.open() as source:
            for record in read_nuggets(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            ):
                _note_many(incoming, record)
                if record.topic not in topics:
                    incoming.notes.add(
                        "unknown_topic", record.line, "topic", record.topic
                    )
                elif record.nuggets:
                    rows.append((topics[record.topic], record))
        _note_subnarratives(incoming, rows)
        banks = Bank.objects.visible().filter(track=incoming.track)
        bank = banks.filter(name=incoming.param("bank")).first()
        number = banks.count() + (bank is None)
        incoming.note_many(None, "bank", number, "banks")
        incoming.report.raise_if_errors()
        if not rows:
            raise Refused("The file contains no nugget.")
        if bank is None:
            refuse_twins(incoming, "bank", [incoming.param("bank")])
        return Plan(_differing(incoming, bank, rows) if bank else rows, bank)

    def write(self, incoming: Incoming, plan: Plan) -> dict[str, int]:
        """Write nothing: banks are small, and are written by `land`."""
        return {
            "topics": len(plan.rows),
            "nuggets": sum(len(record.nuggets) for _, record in plan.rows),
        }

    def land(self, incoming: Incoming, plan: Plan) -> None:
        """Write the bank, or the versions that replace its lists."""
        now = timezone.now()
        bank = plan.bank or Bank.objects.create(
            track=incoming.track,
            name=incoming.param("bank"),
            origin=Bank.IMPORTED,
            landed_at=now,
        )
        current = _current(bank) if plan.bank else {}
        for topic, record in plan.rows:
            _write(bank, topic, record.nuggets, current.get(topic.pk))
        Bank.objects.filter(pk=bank.pk).update(sha256=incoming.row.sha256)

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is stored before `land`."""


def _note_many(incoming: Incoming, record: TopicNuggets) -> None:
    line, topic = record.line, record.topic
    incoming.note_many(line, f"{topic}/nuggets", len(record.nuggets), "nuggets")
    texts = [text for each in record.nuggets for text in (each.text, each.subnarrative)]
    incoming.note_text(line, f"{topic}/nuggets", *texts, limit="list_text")
    for nugget in record.nuggets:
        field = f"{topic}/nuggets/[{nugget.number}]"
        incoming.note_text(line, field, nugget.text)
        incoming.note_text(line, field, nugget.subnarrative)
        incoming.note_long(line, field, nugget.source, LONGEST_SOURCE)


def _note_subnarratives(
    incoming: Incoming, rows: Sequence[tuple[Topic, TopicNuggets]]
) -> None:
    known: dict[int, set[str]] = defaultdict(set)
    live = Subnarrative.objects.live().filter(topic__track=incoming.track)
    for topic_id, folded in live.values_list("topic", "folded"):
        known[topic_id].add(folded)
    for topic, record in rows:
        named = {fold_subnarrative(each.subnarrative) for each in record.nuggets}
        number = len(known[topic.pk] | (named - {""}))
        field = f"{topic.name}/{SUBNARRATIVE}"
        incoming.note_many(record.line, field, number, "subnarratives")


def _differing(
    incoming: Incoming, bank: Bank, rows: Sequence[tuple[Topic, TopicNuggets]]
) -> list[tuple[Topic, TopicNuggets]]:
    """Return the topics to write; raise Unchanged, or Refused unless requested."""
    current = _current(bank)
    differing = [
        (topic, record)
        for topic, record in rows
        if topic.pk not in current or not _same(current[topic.pk][1], record.nuggets)
    ]
    if not differing:
        raise Unchanged
    if bank.origin != Bank.IMPORTED:
        raise Refused(
            f"Bank {bank.name} was made here. Give the imported one another name."
        )
    if not incoming.flag("replace"):
        labels = _labels_lost(current, differing)
        raise Refused(
            f"Bank {bank.name} is in already with other nuggets on topics "
            f"{', '.join(topic.name for topic, _ in differing[:FEW])}. New versions "
            f"would leave {labels:,} assignment labels behind; unchanged nuggets keep "
            f"theirs. {incoming.to_replace} to do so, or give this bank another name."
        )
    return differing


def _labels_lost(
    current: dict[int, Listed], rows: Iterable[tuple[Topic, TopicNuggets]]
) -> int:
    gone: set[int] = set()
    for topic, record in rows:
        there = current[topic.pk][1] if topic.pk in current else []
        kept = set(_identities(there, record.nuggets))
        gone |= {listing.nugget_id for listing in there} - kept
    return AssignmentLabel.objects.filter(nugget__in=gone).exclude(value="").count()


def _current(bank: Bank) -> dict[int, Listed]:
    """Return each topic's current version with its listings, by topic."""
    versions = {version.pk: version for version in bank.versions.current()}
    found: dict[int, Listed] = {
        version.topic_id: (version, []) for version in versions.values()
    }
    rows = Listing.objects.filter(version__in=versions)
    for listing in rows.select_related("nugget", "subnarrative"):
        found[versions[listing.version_id].topic_id][1].append(listing)
    return found


def _same(listed: Sequence[Listing], nuggets: Sequence[Nugget]) -> bool:
    return [
        (
            row.nugget.text,
            row.importance,
            row.subnarrative.folded if row.subnarrative else "",
        )
        for row in listed
    ] == [
        (nugget.text, nugget.importance, fold_subnarrative(nugget.subnarrative))
        for nugget in nuggets
    ]


def _identities(
    listed: Sequence[Listing], nuggets: Sequence[Nugget]
) -> list[int | None]:
    """Return the existing nugget of each text: at its place, else in order."""
    found: list[int | None] = [None] * len(nuggets)
    free: dict[str, list[int]] = defaultdict(list)
    for place, listing in enumerate(listed):
        if place < len(nuggets) and nuggets[place].text == listing.nugget.text:
            found[place] = listing.nugget_id
        else:
            free[listing.nugget.text].append(listing.nugget_id)
    for place, nugget in enumerate(nuggets):
        if found[place] is None and free[nugget.text]:
            found[place] = free[nugget.text].pop(0)
    return found


def _write(
    bank: Bank, topic: Topic, nuggets: Sequence[Nugget], old: Listed | None
) -> None:
    now = timezone.now()
    names = name_subnarratives(
        topic,
        [(nugget.subnarrative, nugget.added) for nugget in nuggets],
        now=now,
    )
    known = _identities(old[1] if old else [], nuggets)
    entries = [
        Entry(
            text=nugget.text,
            importance=nugget.importance,
            subnarrative_id=names.get(nugget.subnarrative),
            details=_details(nugget),
            nugget_id=identity,
        )
        for nugget, identity in zip(nuggets, known, strict=True)
    ]
    write_version(bank, topic, entries, now=now, parent=old[0] if old else None)


def _details(nugget: Nugget) -> dict[str, object]:
    details: dict[str, object] = {"number": nugget.number}
    if nugget.source:
        details["source"] = nugget.source
    if nugget.grade is not None:
        details["grade"] = nugget.grade
    return details


NUGGETS = register(
    ImportKind(
        name="nuggets",
        turn=40,
        after="After the topics.",
        title="Nuggets",
        hint="Nuggetizer's JSONL, the 2025 development file, or iKAT's gold nuggets.",
        form=BankForm,
        importer=NuggetsImporter(),
    )
)
