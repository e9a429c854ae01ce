"""A bank in nuggetizer's format, or in that of the 2025 development file."""

from __future__ import annotations

from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from nuggets.banks.exporter.frozen import (
    FrozenNugget,
    List,
    frozen_lists,
    notes_of,
    unfrozen,
)
from nuggets.banks.parts import BANK
from runs.kernel.formats.nuggets import Nugget, TopicNuggets
from runs.kernel.formats.writers import write_nuggets

FORM = Option(
    "form",
    "Form",
    (
        ("nuggetizer", "nuggetizer's: text and importance"),
        ("rag25", "2025's: also sub-narrative and source"),
    ),
)


def make_nuggets(wanted: Wanted) -> Export:
    """Return a bank's frozen versions, one topic per line, complete and in order."""
    lists = frozen_lists(wanted)
    extended = wanted.option(FORM) == "rag25"
    lines = write_nuggets(map(_topic, lists), extended=extended)
    left_out = [*unfrozen(wanted), *_without(lists, extended=extended)]
    file = ExportFile("nuggets.jsonl", lines)
    return Export(iter([file]), notes_of(wanted), left_out)


def _without(lists: list[List], *, extended: bool) -> list[LeftOut]:
    rows = [row for each in lists for row in each.rows]
    unmapped = sum(row.part is None for row in rows)
    mapped = len(rows) - unmapped
    bare = sum(not row.listing.importance for row in rows)
    return [
        LeftOut("nuggets without importance", bare, 'in the file as ""'),
        LeftOut("nuggets without a sub-narrative", unmapped, 'in the file as ""')
        if extended
        else LeftOut("mappings to sub-narratives", mapped, "2025's form holds them"),
    ]


def _topic(row: List) -> TopicNuggets:
    topic = row.version.topic
    nuggets = tuple(
        _nugget(place, each) for place, each in enumerate(row.rows, start=1)
    )
    return TopicNuggets(None, topic.name, topic.text, nuggets)


def _nugget(number: int, row: FrozenNugget) -> Nugget:
    listing, part = row.listing, row.part
    by = "original" if listing.nugget.judge_id else "post-edit"
    return Nugget(
        number=number,
        text=listing.nugget.text,
        importance=listing.importance,
        subnarrative=part.text if part else "",
        added=bool(part and part.added),
        source=listing.details.get("source") or by,
    )


NUGGETS = register(
    Exporter(
        name="nuggets",
        title="Nugget bank",
        says="A bank’s latest frozen version of each topic.",
        parts=(BANK,),
        make=make_nuggets,
        options=(FORM,),
        reader="nuggetizer",
    )
)
