"""A bank going out in nuggetizer's form."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from nuggets.banks.parts import BANK, described_bank
from nuggets.banks.pins import Wordings, pinned_wordings
from nuggets.models import BankVersion, Listing
from runs.kernel.nuggets import Nugget, TopicNuggets
from runs.kernel.writers import write_nuggets

FORM = Option(
    "form",
    "Form",
    (
        ("nuggetizer", "nuggetizer's: text and importance"),
        ("rag25", "2025: also sub-narrative and source"),
    ),
)


def make_nuggets(wanted: Wanted) -> Export:
    """Return a bank's frozen versions, a topic a line, whole and in their order."""
    bank = wanted.parts["bank"]
    rows = list(_rows(wanted))
    if not rows:
        raise CannotExport(f"{bank} has no frozen version on these topics.")
    lines = write_nuggets(rows, extended=wanted.option(FORM) == "rag25")
    file = ExportFile("nuggets.jsonl", lines)
    return Export(iter([file]), {"bank": described_bank(bank, wanted.named())})


def _rows(wanted: Wanted) -> Iterator[TopicNuggets]:
    names = wanted.named()
    versions = wanted.parts["bank"].versions.current().select_related("topic")
    listings = Listing.objects.filter(version__in=versions).select_related(
        "nugget", "subnarrative"
    )
    wordings = pinned_wordings(versions)
    by_version: dict[int, list[Listing]] = {}
    for listing in listings:
        by_version.setdefault(listing.version_id, []).append(listing)
    for version in sorted(versions, key=lambda each: each.topic.name):
        if names is None or version.topic.name in names:
            yield _row(version, by_version.get(version.pk, []), wordings)


def _row(
    version: BankVersion, listings: list[Listing], wordings: Wordings
) -> TopicNuggets:
    nuggets = tuple(
        _nugget(number, listing, wordings)
        for number, listing in enumerate(listings, start=1)
    )
    return TopicNuggets(None, version.topic.name, version.topic.text, nuggets)


def _nugget(number: int, listing: Listing, wordings: Wordings) -> Nugget:
    part = listing.subnarrative
    return Nugget(
        number=number,
        text=listing.nugget.text,
        importance=listing.importance,
        subnarrative=_wording(listing, wordings),
        added=bool(part and part.added),
        source=listing.details.get("source") or _source(listing),
    )


def _wording(listing: Listing, wordings: Wordings) -> str:
    part = listing.subnarrative
    if part is None:
        return ""
    return wordings.get((listing.version_id, part.pk), part.text)


def _source(listing: Listing) -> str:
    return "original" if listing.nugget.judge_id else "post-edit"


NUGGETS = register(
    Exporter(
        name="nuggets",
        title="Nugget bank",
        says="A bank's latest frozen version of each topic, as nuggetizer reads it.",
        suffix="jsonl",
        parts=(BANK,),
        make=make_nuggets,
        options=(FORM,),
    )
)
