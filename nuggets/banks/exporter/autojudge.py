"""A bank as AutoJudge's NuggetBank, version 3: its nuggets are claims.

Claims are keyed by their text, so nuggets of equal text become one claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
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
from nuggets.models import NuggetSource

Record = dict[str, Any]


def make_autojudge(wanted: Wanted) -> Export:
    """Return one topic per line, each nugget a claim with its source segments."""
    lists = frozen_lists(wanted)
    collection = wanted.track.slug
    lines = (json_line(_bank(each, collection)) for each in lists)
    twins = sum(len(each.rows) - len(_texts(each)) for each in lists)
    left_out = [
        *unfrozen(wanted),
        LeftOut("nuggets of the same text", twins, "one claim with the first’s fields"),
    ]
    file = ExportFile("nugget-banks.jsonl", lines)
    return Export(iter([file]), notes_of(wanted), left_out)


def _texts(each: List) -> set[str]:
    return {row.listing.nugget.text for row in each.rows}


def _bank(each: List, collection: str) -> Record:
    topic = each.version.topic
    return {
        "query_id": topic.name,
        "title_query": topic.text,
        "test_collection": collection,
        "format_version": "v3",
        "claim_bank": dict(_claims(each, collection)),
    }


def _claims(each: List, collection: str) -> Iterator[tuple[str, Record]]:
    seen: set[str] = set()
    for row in each.rows:
        text = row.listing.nugget.text
        if text in seen:
            continue
        seen.add(text)
        yield text, _claim(row, each.version.topic.name, collection)


def _claim(row: FrozenNugget, topic: str, collection: str) -> Record:
    nugget = row.listing.nugget
    claim: Record = {
        "claim": nugget.text,
        "claim_id": str(nugget.uuid),
        "query_id": topic,
        "test_collection": collection,
        "references": [_reference(source) for source in row.sources],
        "creator": [_creator(row)],
    }
    if row.listing.importance:
        claim["importance"] = row.listing.importance
    if row.part:
        claim["metadata"] = {"sub_narrative": row.part.text, "added": row.part.added}
    return claim


def _reference(source: NuggetSource) -> Record:
    found: Record = {"doc_id": source.segment.docid}
    if source.start is not None and source.end is not None:
        found["offsets"] = {
            "start_offset": source.start,
            "end_offset": source.end,
            "encoding": "code points",
        }
    return found


def _creator(row: FrozenNugget) -> Record:
    # Without a date, the reader would use the time of reading.
    judge = row.listing.nugget.judge
    if judge is None:
        return {"is_human": True, "creation_date": None}
    named = judge.model or judge.name
    return {"is_human": False, "llm_model": named, "creation_date": None}


AUTOJUDGE = register(
    Exporter(
        name="autojudge-nuggets",
        title="AutoJudge bank",
        says="A bank’s nuggets as claims of NuggetBank, version 3, with importance, "
        "source segments and who wrote each.",
        parts=(BANK,),
        make=make_autojudge,
        reader="autojudge-base",
    )
)
