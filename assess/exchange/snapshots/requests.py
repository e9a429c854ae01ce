"""The request of a snapshot, to and from JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assess.exchange.exports.catalogue import ExportChoice, all_choices
from assess.exchange.exports.registry import (
    CannotExport,
    Exporter,
    UnknownExport,
    Wanted,
    get_exporter,
)
from assess.judging.kernel.truncation import shortened
from runs.models import Track

Asked = Mapping[str, Any]
LONGEST = 200  # characters of a snapshot's title


def called(row: object) -> str:
    """Return a name that distinguishes a row from others: a judge with its kind."""
    return str(getattr(row, "full_name", row))


def title_of(exporter: Exporter, wanted: Wanted) -> str:
    """Return the title of one export, with its rows."""
    rows = [called(wanted.parts[part.name]) for part in exporter.parts]
    return shortened(f"{exporter.title} of {', '.join(rows)}", LONGEST)


def title_of_set(exporters: Sequence[Exporter]) -> str:
    """Return the title of several exports."""
    return shortened(", ".join(exporter.title for exporter in exporters), LONGEST)


def chosen(track: Track, asked: Asked) -> list[tuple[str, str]]:
    """Return the options and the topics of one export in words; empty for a set."""
    try:
        exporter = get_exporter(asked.get("export", ""))
    except UnknownExport:
        return []
    given = asked.get("options", {})
    offered = [(each, dict(each.offered(track))) for each in exporter.options]
    said = [
        (option.title, words[given[option.name]])
        for option, words in offered
        if given.get(option.name) in words
    ]
    topics = asked.get("topics")
    return [*said, ("Topics", "all" if topics is None else ", ".join(topics))]


def asked_for(exporter: Exporter, wanted: Wanted) -> dict[str, Any]:
    """Return one export as JSON: rows by their public ids, topics by their names."""
    return {
        "export": exporter.name,
        "parts": {name: str(row.uuid) for name, row in wanted.parts.items()},
        "options": {each.name: wanted.option(each) for each in exporter.options},
        "topics": None if wanted.topics is None else sorted(wanted.named() or ()),
    }


def asked_for_set(exporters: Sequence[Exporter]) -> dict[str, Any]:
    """Return several exports as JSON: each for every row for which it is possible."""
    return {"exports": [exporter.name for exporter in exporters]}


def wanted_again(track: Track, asked: Asked) -> tuple[Exporter, Wanted]:
    """Return the export of a request; raise CannotExport if a row no longer exists."""
    exporter = get_exporter(asked["export"])
    parts = {}
    for part in exporter.parts:
        row = part.rows(track).filter(uuid=asked["parts"][part.name]).first()
        if row is None:
            raise CannotExport(f"The {part.title.lower()} no longer exists.")
        parts[part.name] = row
    names = asked["topics"]
    topics = None if names is None else tuple(track.topics.filter(name__in=names))
    return exporter, Wanted(track, parts, asked["options"], topics)


def choices_of_set(track: Track, asked: Asked) -> Iterator[ExportChoice]:
    """Yield each export of a set, in its default form."""
    exporters = [get_exporter(name) for name in asked["exports"]]
    return all_choices(track, exporters, every_form=False)
