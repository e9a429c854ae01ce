"""Banks coming in: from nuggetizer, the 2025 development file, or iKAT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone

from nuggets.actions.banks import Entry, write_version
from nuggets.models import Bank, BankVersion, Listing
from nuggets.models import Nugget as NuggetRow
from runs.actions.subnarratives import name_subnarratives
from runs.imports.incoming import Incoming, Refused, Unchanged
from runs.kernel.nuggets import (
    Nugget,
    TopicNuggets,
    fold_subnarrative,
    read_nuggets,
)
from runs.models import Topic


class Plan(NamedTuple):
    """What a file of nuggets holds, and the bank of that name, if there is one."""

    rows: list[tuple[Topic, TopicNuggets]]
    old: Bank | None


class NuggetsImporter:
    """Bring in one bank a file, frozen as it comes.

    Replacing a bank writes a new version of each topic whose list differs: nuggets
    that stand at their place with their text keep their identity and their labels.
    """

    def check(self, incoming: Incoming) -> Plan:
        """Read every topic's nuggets."""
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        with incoming.open() as source:
            records = list(
                read_nuggets(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    limit=incoming.limit,
                )
            )
        incoming.report.raise_if_errors()
        unknown = [record.topic for record in records if record.topic not in topics]
        if unknown:
            raise Refused(
                f"These topics are not in the track: {', '.join(unknown[:10])}. "
                "Import the topics first."
            )
        rows = [(topics[record.topic], record) for record in records if record.nuggets]
        old = self._bank_named(incoming)
        if old:
            self._compare(incoming, old, rows)
        return Plan(rows, old)

    def write(self, incoming: Incoming, plan: Plan) -> dict[str, int]:
        """Store a new bank, unseen; a replacement waits for landing."""
        if plan.old is None:
            bank = Bank.objects.create(
                track=incoming.track,
                name=incoming.param("bank"),
                origin=Bank.IMPORTED,
                sha256=_mark(incoming),
            )
            for place, (topic, record) in enumerate(plan.rows, start=1):
                _write(bank, topic, record.nuggets, None)
                incoming.step(place, len(plan.rows), "writing nuggets")
        return {
            "topics": len(plan.rows),
            "nuggets": sum(len(record.nuggets) for _, record in plan.rows),
        }

    def land(self, incoming: Incoming, plan: Plan) -> None:
        """Show the bank, or write the versions that replace the old lists."""
        if plan.old is None:
            Bank.objects.filter(sha256=_mark(incoming)).update(
                landed_at=timezone.now(), sha256=incoming.row.sha256
            )
            return
        current = _current(plan.old)
        for topic, record in plan.rows:
            listed = current.get(topic.pk)
            if listed is None or not _same(listed[1], record.nuggets):
                _write(plan.old, topic, record.nuggets, listed)
        Bank.objects.filter(pk=plan.old.pk).update(sha256=incoming.row.sha256)

    def discard(self, incoming: Incoming) -> None:
        """Take back the unseen bank of an interrupted import."""
        unseen = Bank.objects.filter(sha256=_mark(incoming), landed_at=None)
        written = set(unseen.values_list("versions__nuggets", flat=True))
        unseen.delete()
        NuggetRow.objects.filter(pk__in=written, listings=None).delete()

    def _bank_named(self, incoming: Incoming) -> Bank | None:
        return (
            Bank.objects.visible()
            .filter(track=incoming.track, name=incoming.param("bank"))
            .first()
        )

    def _compare(
        self,
        incoming: Incoming,
        old: Bank,
        rows: Sequence[tuple[Topic, TopicNuggets]],
    ) -> None:
        current = _current(old)
        differing = [
            topic.name
            for topic, record in rows
            if topic.pk not in current
            or not _same(current[topic.pk][1], record.nuggets)
        ]
        if not differing:
            raise Unchanged
        if old.origin != Bank.IMPORTED:
            raise Refused(
                f"Bank {old.name} was made here. Give the imported one another name."
            )
        if not incoming.flag("replace"):
            raise Refused(
                f"Bank {old.name} is in already with other nuggets on topics "
                f"{', '.join(differing[:10])}. Choose “replace” to write new versions "
                "of these; unchanged nuggets keep their labels."
            )


Listed = tuple[BankVersion, list[Listing]]


def _current(bank: Bank) -> dict[int, Listed]:
    """Return each topic's current version with its listings, by topic."""
    versions = {version.pk: version for version in bank.versions.current()}
    found: dict[int, Listed] = {
        version.topic_id: (version, []) for version in versions.values()
    }
    for listing in Listing.objects.filter(version__in=versions).select_related(
        "nugget", "subnarrative"
    ):
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


def _write(
    bank: Bank, topic: Topic, nuggets: Sequence[Nugget], old: Listed | None
) -> None:
    now = timezone.now()
    names = name_subnarratives(
        topic,
        [(nugget.subnarrative, nugget.added) for nugget in nuggets],
        now=now,
    )
    there = old[1] if old else []
    entries = []
    for place, nugget in enumerate(nuggets):
        same = place < len(there) and there[place].nugget.text == nugget.text
        entries.append(
            Entry(
                text=nugget.text,
                importance=nugget.importance,
                subnarrative_id=names.get(nugget.subnarrative),
                details=_details(nugget),
                nugget_id=there[place].nugget_id if same else None,
            )
        )
    write_version(bank, topic, entries, now=now, parent=old[0] if old else None)


def _details(nugget: Nugget) -> dict[str, object]:
    details: dict[str, object] = {"number": nugget.number}
    if nugget.source:
        details["source"] = nugget.source
    if nugget.grade is not None:
        details["grade"] = nugget.grade
    return details


def _mark(incoming: Incoming) -> str:
    return f"import {incoming.row.uuid}"
