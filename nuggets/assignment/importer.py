"""Imports of assignments: nuggetizer's rows, and iKAT's human matching labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from django import forms
from django.db.models import Q

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import LabelImporter, LabelPlan, plan_labels
from assess.judging.labels.writer import NewLabel
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Listing
from runs.imports.arrival import Incoming, Refused
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.checks.repeats import Repeats
from runs.kernel.formats.assignments import (
    AssignmentRow,
    Match,
    read_aliases,
    read_assignments,
    read_matches,
)
from runs.models import Response


class AssignmentsForm(LabelImportForm):
    """Assignments: the bank of their nuggets."""

    bank = forms.CharField(
        max_length=150,
        help_text="A bank of the track; its nuggets must be the file's.",
    )
    aliases = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="For iKAT's matching labels: alias, tab, run; one per line.",
    )


class Ground(NamedTuple):
    """The rows that labels may refer to: a bank's nuggets, a track's responses."""

    listings: dict[str, list[Listing]]  # by topic
    responses: dict[tuple[str, str], int]  # by topic and run tag


class AssignmentsImporter(LabelImporter):
    """Imports one judge's assignments for one bank."""

    kind = ASSIGNMENT

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every label and look up its nugget and its response."""
        ground = _ground(incoming)
        if _is_nuggetizer(incoming):
            rows = list(_nuggetizer_labels(incoming, ground))
        else:
            rows = list(_match_labels(incoming, ground))
        incoming.report.raise_if_errors()
        listed = {row.nugget_id for each in ground.listings.values() for row in each}
        return plan_labels(incoming, ASSIGNMENT, rows, where=Q(nugget__in=listed))


def _ground(incoming: Incoming) -> Ground:
    name = incoming.param("bank")
    banks = Bank.objects.visible().filter(track=incoming.track)
    bank = banks.filter(name=name).first()
    if bank is None:
        there = ", ".join(banks.values_list("name", flat=True)) or "none yet"
        raise Refused(f"There is no bank {name!r}. Banks: {there}.")
    listings: dict[str, list[Listing]] = defaultdict(list)
    rows = Listing.objects.filter(version__in=bank.versions.current().values("pk"))
    for listing in rows.select_related("nugget__topic"):
        listings[listing.nugget.topic.name].append(listing)
    responses = (
        Response.objects.visible()
        .filter(run__track=incoming.track)
        .values_list("topic__name", "run__name", "pk")
    )
    return Ground(dict(listings), {(topic, run): pk for topic, run, pk in responses})


def _is_nuggetizer(incoming: Incoming) -> bool:
    with incoming.open() as source:
        return peek(unpack(source)).startswith("{")


def _nuggetizer_labels(incoming: Incoming, ground: Ground) -> Iterator[NewLabel]:
    with incoming.open() as source:
        for row in read_assignments(
            source,
            incoming.row.filename,
            report=incoming.report,
            limit=incoming.limit,
        ):
            found = f"{row.topic} of {row.run_tag}"
            response = ground.responses.get((row.topic, row.run_tag))
            if response is None:
                incoming.notes.add("no_response", row.line, "run_id", found)
                continue
            nuggets = _place(row, ground.listings.get(row.topic, []))
            if nuggets is None:
                incoming.notes.add("unknown_nugget", row.line, "nuggets", found)
                continue
            yield from (
                NewLabel((nugget, response), assigned.assignment)
                for nugget, assigned in zip(nuggets, row.nuggets, strict=True)
                if assigned.assignment
            )


def _place(row: AssignmentRow, listed: Sequence[Listing]) -> list[int] | None:
    """Return each label's nugget: by position and equal text, else by text in order.

    None if a text is not in the bank, or more often than in the bank.
    """
    texts = [assigned.text for assigned in row.nuggets]
    if texts == [listing.nugget.text for listing in listed[: len(texts)]]:
        return [listing.nugget_id for listing in listed[: len(texts)]]
    by_text: dict[str, list[int]] = defaultdict(list)
    for listing in reversed(listed):
        by_text[listing.nugget.text].append(listing.nugget_id)
    if any(not by_text[text] for text in texts):
        return None
    try:
        return [by_text[text].pop() for text in texts]
    except IndexError:
        return None


def _match_labels(incoming: Incoming, ground: Ground) -> Iterator[NewLabel]:
    numbers = {
        (topic, listing.details.get("number")): listing.nugget_id
        for topic, rows in ground.listings.items()
        for listing in rows
    }
    repeats = Repeats(incoming.notes)
    for match in _matches(incoming):
        nugget = numbers.get((match.topic, match.number))
        response = ground.responses.get((match.topic, match.run_tag))
        if nugget is None:
            found = f"{match.number} on topic {match.topic}"
            incoming.notes.add("unknown_nugget", match.line, "item", found)
        elif response is None:
            found = f"{match.topic} of {match.run_tag}"
            incoming.notes.add("no_response", match.line, "item", found)
        elif repeats.is_first((nugget, response), match.assignment, match.line):
            yield NewLabel((nugget, response), match.assignment)


def _matches(incoming: Incoming) -> Iterator[Match]:
    aliases = None
    text = incoming.param("aliases")
    if text:
        rows = read_aliases(BytesIO(text.encode()), "aliases", report=incoming.report)
        aliases = {row.alias: row.run_tag for row in rows}
    with incoming.open() as source:
        yield from read_matches(
            source,
            incoming.row.filename,
            report=incoming.report,
            aliases=aliases,
            limit=incoming.limit,
        )


ASSIGNMENTS = register(
    ImportKind(
        name="assignments",
        turn=50,
        after="After the runs and the bank that they are over.",
        title="Assignments",
        hint="Nuggetizer's JSONL, or iKAT's human matching labels.",
        form=AssignmentsForm,
        importer=AssignmentsImporter(),
    )
)
