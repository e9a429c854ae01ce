"""The export of dropped nuggets and those that cover them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from matching.gold import gold_lists
from matching.match.kind import MATCH
from matching.models import Cover, Deduplication
from nuggets.banks.parts import BANK, described_bank


def make_duplicates(wanted: Wanted) -> Export:
    """Return each dropped nugget with those that cover it."""
    bank = wanted.parts["bank"]
    head = Deduplication.objects.filter(bank=bank).select_related("judge").first()
    if head is None or bank.parent is None:
        raise CannotExport(f"{bank} is no bank that duplicates were dropped from.")
    numbers = {
        each.pk: f"[{each.number}]"
        for listed in gold_lists(bank.parent).values()
        for each in listed.nuggets
    }
    found: dict[tuple[str, int, str], list[str]] = defaultdict(list)
    covers = Cover.objects.filter(deduplication=head).order_by("dropped", "by")
    rows = covers.filter(wanted.where("dropped__topic"))
    columns = ("dropped__topic__name", "dropped", "dropped__text", "by")
    for topic, dropped, text, by in rows.values_list(*columns):
        found[topic, dropped, text].append(numbers.get(by, ""))
    lines: list[dict[str, Any]] = [
        {"turn": topic, "dropped": numbers.get(pk, ""), "text": text, "by": by}
        for (topic, pk, text), by in sorted(found.items())
    ]
    notes = {
        "bank": described_bank(bank, wanted.named()),
        "judge": described(head.judge),
        "rule": head.rule,
        "groups_vanished": head.vanished,
    }
    file = ExportFile("duplicates.jsonl", map(json_line, lines))
    return Export(iter([file]), notes)


DUPLICATES = register(
    Exporter(
        name="duplicates",
        title="Duplicates",
        says="A line for each dropped nugget, with the nuggets that cover it.",
        parts=(BANK,),
        make=make_duplicates,
        kind=MATCH.name,
    )
)
