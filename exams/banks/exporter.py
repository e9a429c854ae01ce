"""The export of a question bank in the rubric workbench's format."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, cast

from assess.exchange.exports.columns import json_line, keys_sorted
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from exams.banks.lists import TopicList, current_lists
from exams.banks.parts import BANK, described_bank
from exams.kernel.bank_file import GOLD, KEYS
from exams.models import QuestionListing

HASH = 1243234  # the workbench's own value for an unknown one
Row = dict[str, Any]


def make_bank(wanted: Wanted) -> Export:
    """Return each topic's active questions, as its file had them, then by facet."""
    lists = current_lists(wanted.parts["bank"], _topics(wanted))
    withdrawn = sum(len(each.rows) - len(each.active) for each in lists.values())
    lines = (json_line(row) for row in _ordered(lists, wanted.track.slug))
    notes: dict[str, Any] = {
        "bank": described_bank(wanted.parts["bank"], wanted.named())
    }
    left_out = [LeftOut("withdrawn questions", withdrawn, "are not in the bank")]
    return Export(iter([ExportFile("questions.jsonl.gz", lines)]), notes, left_out)


def _topics(wanted: Wanted) -> list[int] | None:
    return None if wanted.topics is None else [topic.pk for topic in wanted.topics]


def _ordered(lists: dict[int, TopicList], collection: str) -> list[Row]:
    """Return the lines: imported ones in their file's order, then the others."""
    found: list[tuple[int, Row]] = []
    for each in lists.values():
        found += _imported(each)
        found += [(1 << 60, row) for row in _made_here(each, collection)]
    return [row for _, row in sorted(found, key=lambda pair: pair[0])]


def _imported(each: TopicList) -> Iterator[tuple[int, Row]]:
    """Yield the lines of a version that came from a file, with repeated items."""
    slots: dict[int, dict[int, Row]] = {}
    for row in each.active:
        for line, place in row.details.get("places", ()):
            slots.setdefault(line, {})[place] = item_row(row)
    for number, line in enumerate(each.version.lines):
        items = slots.get(number, {})
        yield (
            line["line"] or 0,
            {**_as_said(line["said"]), "items": [items[n] for n in sorted(items)]},
        )


def _as_said(stored: Row) -> Row:
    """Return a file's own keys, in the same order from every database."""
    return cast(Row, keys_sorted(stored))


def _made_here(each: TopicList, collection: str) -> Iterator[Row]:
    """Yield a line for each facet of the questions that were not imported."""
    own = [row for row in each.active if not row.details.get("places")]
    topic = each.version.topic
    for facet, rows in groupby(sorted(own, key=_facet_id), key=_facet_id):
        group = list(rows)
        named = group[0].facet
        line: Row = {"query_id": topic.name}
        if named:
            line |= {"facet_id": facet, "facet_text": named.text}
        yield line | {
            "test_collection": collection,
            "query_text": topic.text,
            "hash": HASH,
            "items": [item_row(row) for row in group],
        }


def _facet_id(row: QuestionListing) -> str:
    return str(row.facet.uuid) if row.facet else ""


def item_row(row: QuestionListing) -> Row:
    """Return a question as an item of a line."""
    question = row.question
    id_key, text_key = KEYS[question.form]
    facet = {"facet_id": str(row.facet.uuid)} if row.facet else {}
    said = row.details.get("said", {"query_id": question.topic.name} | facet)
    found = {**_as_said(said), id_key: question.public_id, text_key: question.text}
    if row.key:
        found[GOLD] = sorted(row.key)
    elif row.details.get("keyed"):
        found[GOLD] = None
    return found


EXAM_BANK = register(
    Exporter(
        name="exam-bank",
        title="Question bank",
        says="A bank’s active questions by topic and facet.",
        parts=(BANK,),
        make=make_bank,
        kind="exam",
        reader="the rubric workbench (EXAM, RUBRIC)",
    )
)
