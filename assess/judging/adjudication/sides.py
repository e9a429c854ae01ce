"""The judges' labels of a disputed item, side by side, without their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from string import ascii_uppercase
from typing import Any
from uuid import uuid5

from django.db.models import Q

from assess.judging.adjudication.disputes import Dispute, cause_of
from assess.judging.adjudication.exhibits import DisputeSide
from assess.judging.adjudication.work import DisputeSheet
from assess.judging.kernel.order import order_key
from assess.judging.kinds import Kind
from assess.judging.labels.reader import left_out, members_of
from assess.judging.models import Allocation, Judge
from runs.models import Subnarrative

Given = dict[int, tuple[str, dict[str, Any]]]  # judge's row number → value, details
NOTHING: tuple[str, dict[str, Any]] = ("", {})


def sides_of(
    work: Allocation, sheet: DisputeSheet, item: Dispute, *, text: str
) -> list[DisputeSide]:
    """Return the labels of an item in an order of its own: A is not always the same.

    A panel's side contains its members' labels, in such an order too. `text` is the
    text that highlights refer to.
    """
    votes = dict(item.votes)
    judges = [each for each in sheet.adjudication.judges.all() if each.pk in votes]
    members = {each.pk: _members(each, sheet.kind, work.topic_id) for each in judges}
    given = _given(sheet, item, chain(judges, *members.values()))
    parts = _subnarratives(details for _value, details in given.values())
    scale = {grade.value: grade.label for grade in sheet.kind.scale(work.track)}
    telling = _Telling(work, item, given, parts, scale, text)
    return [
        telling.side(judge, votes[judge.pk], letter, members[judge.pk])
        for letter, judge in zip(
            ascii_uppercase, telling.in_order(judges), strict=False
        )
    ]


@dataclass(frozen=True)
class _Telling:
    """The data needed to show an item's labels without the judges' names."""

    work: Allocation
    item: Dispute
    given: Given
    parts: Mapping[str, str]
    scale: Mapping[str, str]
    text: str

    def in_order(self, judges: Iterable[Judge]) -> list[Judge]:
        """Return judges in the order of this item."""
        seed, uuid = self.work.seed, self.item.uuid
        return sorted(
            judges, key=lambda judge: order_key(seed, uuid5(uuid, str(judge.uuid)))
        )

    def side(
        self, judge: Judge, value: str, letter: str = "", members: Iterable[Judge] = ()
    ) -> DisputeSide:
        """Return the label of a judge; members: the judges whose labels it combines."""
        _value, details = self.given.get(judge.pk, NOTHING)
        behind = [each for each in self.in_order(members) if each.pk in self.given]
        return DisputeSide(
            letter,
            value,
            self.scale.get(value, value),
            members=tuple(self.side(each, self.given[each.pk][0]) for each in behind),
            **_kept(details, self.parts, self.text),
        )


def _members(judge: Judge, kind: Kind, topic: int) -> list[Judge]:
    """Return the judges behind a panel on a topic, including members of its panels."""
    if judge.kind != Judge.PANEL:
        return []
    out = left_out(judge, kind)
    found: list[Judge] = []
    for member in members_of(judge):
        if (member.user_id, topic) not in out:
            found += _members(member, kind, topic) or [member]
    return list(dict.fromkeys(found))


def _given(sheet: DisputeSheet, item: Dispute, judges: Iterable[Judge]) -> Given:
    """Return each judge's own label of an item, and the details stored with it."""
    cause, by = cause_of(sheet.adjudication), Q(pk__in=())
    for judge in judges:
        by |= Q(judge=judge, round=cause.round_of(judge))
    labels = sheet.kind.model.objects.given().filter(
        by, repeat=0, **dict(zip(sheet.kind.columns, item.item, strict=True))
    )
    rows = labels.values_list("judge", "value", "details")
    return {judge: (value, details) for judge, value, details in rows}


def _subnarratives(details: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    ticks = {tick for said in details for tick in said.get("ticks", ())}
    if not ticks:
        return {}
    rows = Subnarrative.objects.filter(uuid__in=ticks).order_by("position", "pk")
    return {str(uuid): text for uuid, text in rows.values_list("uuid", "text")}


def _kept(
    details: Mapping[str, Any], parts: Mapping[str, str], text: str
) -> dict[str, Any]:
    """Return the details of a judge's label that people may read."""
    ticks = set(details.get("ticks", ()))
    spans = tuple((start, end) for start, end in details.get("highlights", ()))
    return {
        "note": str(details.get("note", "")),
        "ticks": tuple(said for uuid, said in parts.items() if uuid in ticks),
        "spans": spans if text else (),
        "quotes": tuple(text[start:end] for start, end in spans) if text else (),
    }
