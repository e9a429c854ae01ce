"""A bank in the rubric workbench's format, one sub-narrative of a topic per line.

A nugget's id is topic/[sub-narrative/]nugget: in facet qrels, everything before the
last / is the facet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
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

HASH = 1243234  # the workbench's own value for an unknown one


def make_rubric(wanted: Wanted) -> Export:
    """Return each sub-narrative's nuggets, those without one first."""
    lists = frozen_lists(wanted)
    lines = (line for each in lists for line in _lines(each, wanted.track.slug))
    file = ExportFile("nugget-bank.jsonl.gz", lines)
    return Export(iter([file]), notes_of(wanted), unfrozen(wanted))


def _lines(each: List, collection: str) -> Iterator[str]:
    topic = each.version.topic
    for facet, rows in groupby(sorted(each.rows, key=_facet), key=_facet):
        group = list(rows)
        part = group[0].part
        yield json_line(
            {
                "query_id": topic.name,
                "facet_id": facet or None,
                "facet_text": part.text if part else None,
                "test_collection": collection,
                "query_text": topic.text,
                "info": None,
                "hash": HASH,
                "items": [_item(row, topic.name) for row in group],
            }
        )


def _facet(row: FrozenNugget) -> str:
    return row.part.uuid if row.part else ""


def _item(row: FrozenNugget, topic: str) -> dict[str, Any]:
    importance = row.listing.importance
    return {
        "query_id": topic,
        "facet_id": _facet(row) or None,
        "info": {"importance": importance} if importance else None,
        "nugget_id": nugget_id(topic, _facet(row), str(row.listing.nugget.uuid)),
        "nugget_text": row.listing.nugget.text,
    }


def nugget_id(topic: str, facet: str | None, nugget: str) -> str:
    """Return the id of a nugget in the workbench's files."""
    return "/".join(filter(None, (topic, facet, nugget)))


RUBRIC_BANK = register(
    Exporter(
        name="rubric-bank",
        title="Rubric workbench bank",
        says="A bank’s nuggets by topic and sub-narrative.",
        parts=(BANK,),
        make=make_rubric,
        reader="the rubric workbench (EXAM, RUBRIC)",
    )
)
