"""What the judges of a dispute said, side by side, and no sign of who they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from string import ascii_uppercase
from typing import Any
from uuid import uuid5

from assess.adjudication.disputes import Dispute
from assess.adjudication.exhibits import Side
from assess.adjudication.work import Sheet
from assess.kernel.order import order_key
from assess.models import Allocation
from runs.models import Subnarrative


def sides_of(work: Allocation, sheet: Sheet, item: Dispute, *, text: str) -> list[Side]:
    """Return the labels of an item in an order of its own: A is not always the same.

    `text` is what highlights are of.
    """
    uuids = {judge.pk: judge.uuid for judge in sheet.adjudication.judges.all()}
    votes = sorted(
        item.votes,
        key=lambda vote: order_key(work.seed, uuid5(item.uuid, str(uuids[vote[0]]))),
    )
    details = _details(sheet, item)
    parts = _subnarratives(details.values())
    words = {grade.value: grade.label for grade in sheet.kind.scale(work.track)}
    return [
        Side(letter, value, words.get(value, value), **_kept(said, parts, text))
        for letter, (judge, value) in zip(ascii_uppercase, votes, strict=False)
        for said in [details.get(judge, {})]
    ]


def _details(sheet: Sheet, item: Dispute) -> dict[int, dict[str, Any]]:
    """Return what each judge kept beside the label; nothing of a panel."""
    labels = sheet.kind.model.objects.given().filter(
        judge__in=[judge for judge, _value in item.votes],
        round=0,
        **dict(zip(sheet.kind.columns, item.item, strict=True)),
    )
    return dict(labels.values_list("judge", "details"))


def _subnarratives(details: Collection[Mapping[str, Any]]) -> dict[str, str]:
    ticks = {tick for said in details for tick in said.get("ticks", ())}
    if not ticks:
        return {}
    rows = Subnarrative.objects.filter(uuid__in=ticks).order_by("position", "pk")
    return {str(uuid): text for uuid, text in rows.values_list("uuid", "text")}


def _kept(
    details: Mapping[str, Any], parts: Mapping[str, str], text: str
) -> dict[str, Any]:
    """Return what a judge kept beside the label and people may read."""
    ticks = set(details.get("ticks", ()))
    spans = tuple((start, end) for start, end in details.get("highlights", ()))
    return {
        "note": str(details.get("note", "")),
        "ticks": tuple(said for uuid, said in parts.items() if uuid in ticks),
        "spans": spans if text else (),
        "quotes": tuple(text[start:end] for start, end in spans) if text else (),
    }
