"""The export of span nuggets, with their passages and offsets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from assess.judging.labels.reader import labels_of
from assess.kinds.relevance.exporter.files import WHOLE
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.banks.exporter.frozen import unfrozen
from nuggets.banks.parts import BANK, described_bank
from nuggets.models import Bank, BankVersion, Listing, NuggetSource

FORM = Option(
    "form",
    "Form",
    (
        ("spans", "a line for each nugget: docid, start and end in code points, grade"),
        ("cone-rag", "CONE-RAG's gold nuggets: text and grade by turn"),
    ),
)
Rows = list[dict[str, Any]]


def make_spans(wanted: Wanted) -> Export:
    """Return the nuggets of a bank's frozen versions that have a span in a passage."""
    bank = wanted.parts["bank"]
    rows = list(_rows(wanted, bank))
    if not rows:
        raise CannotExport(f"{bank} has no frozen nugget with a span on these topics.")
    notes = {"bank": described_bank(bank, wanted.named())}
    ungraded = sum(row["relevance"] is None for row in rows)
    why = "in the file, with no relevance"
    left_out = [
        *unfrozen(wanted),
        LeftOut("nuggets without a span", _bare(wanted, bank), "not in the file"),
        LeftOut("spans whose passage has no whole number as its grade", ungraded, why),
    ]
    if wanted.option(FORM) == "cone-rag":
        file = ExportFile("gold_nuggets_human.json", [_by_turn(rows)])
    else:
        file = ExportFile("spans.jsonl", map(json_line, rows))
    return Export(iter([file]), notes, left_out)


def _bare(wanted: Wanted, bank: Bank) -> int:
    """Count the nuggets of frozen versions that have no span in a passage."""
    listed = Listing.objects.filter(version__in=bank.versions.current().values("pk"))
    if wanted.topics is not None:
        listed = listed.filter(version__topic__in=wanted.topics)
    marked = NuggetSource.objects.filter(start__isnull=False, end__isnull=False)
    return listed.exclude(nugget__in=marked.values("nugget")).count()


def _rows(wanted: Wanted, bank: Bank) -> Iterator[dict[str, Any]]:
    versions = bank.versions.current().select_related("topic")
    if wanted.topics is not None:
        versions = versions.filter(topic__in=wanted.topics)
    for version in sorted(versions, key=lambda each: each.topic.name):
        yield from _of_topic(bank, version)


def _of_topic(bank: Bank, version: BankVersion) -> Rows:
    grades = _grades(bank, version)
    listed = Listing.objects.filter(version=version).order_by("position", "pk")
    places = {pk: at for at, pk in enumerate(listed.values_list("nugget", flat=True))}
    found = NuggetSource.objects.filter(
        nugget__in=places, start__isnull=False, end__isnull=False
    ).select_related("nugget", "segment")
    return [
        {
            "qid": version.topic.name,
            "text": source.nugget.text,
            "docid": source.segment.docid,
            "start": source.start,
            "end": source.end,
            "relevance": grades.get(source.segment_id),
        }
        for source in sorted(found, key=lambda each: (places[each.nugget_id], each.pk))
    ]


def _grades(bank: Bank, version: BankVersion) -> dict[int, int]:
    if bank.qrels_judge is None:
        return {}
    labels = labels_of(bank.qrels_judge, RELEVANCE, where=Q(topic=version.topic))
    return {
        segment: int(grade)
        for (_topic, segment), grade in labels.items()
        if WHOLE.fullmatch(grade)
    }


def _by_turn(rows: Rows) -> str:
    turns: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        turn = turns.setdefault(row["qid"], {})
        grade = "" if row["relevance"] is None else str(row["relevance"])
        turn[f"[{len(turn) + 1}]"] = {"text": row["text"], "relevance": grade}
    return json.dumps(turns, ensure_ascii=False, indent=2) + "\n"


SPANS = register(
    Exporter(
        name="spans",
        title="Span nuggets",
        says="Each nugget that was marked in a passage, with its position.",
        parts=(BANK,),
        make=make_spans,
        options=(FORM,),
    )
)
