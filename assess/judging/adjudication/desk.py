"""The desk of adjudication: one disputed item at a time, settled by one key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, cast
from uuid import uuid4

from django.http import QueryDict

from assess.judging.adjudication.actions import settle
from assess.judging.adjudication.exhibits import Exhibit, Matter, work_name
from assess.judging.adjudication.forms import SettleForm
from assess.judging.adjudication.serializers import SettleSerializer
from assess.judging.adjudication.sides import sides_of
from assess.judging.adjudication.work import DisputeSheet, last_labels, read_sheet
from assess.judging.kinds import Grade, Kind
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation, Label
from assess.judging.threads.spots import Spots
from assess.judging.work.desk import Desk, Page, as_it_stands
from assess.judging.work.last_labels import LastLabels
from assess.judging.work.target import Held, find_work


def desk_of(exhibit: Exhibit, spots: Spots) -> Desk:
    """Return the desk on which disputed items of a kind are settled."""
    kind = exhibit.kind
    return Desk(
        kind=kind,
        name=work_name(kind),
        item="item",
        template="assess/judging/adjudication/item",
        read_sheet=read_sheet,
        shown=partial(_shown, exhibit),
        form=partial(_form, kind),
        serializer=SettleSerializer,
        label=partial(_label, kind),
        recent=_recent(exhibit),
        spots=spots,
        screen=work_name(kind),
        has_marks=exhibit.has_marks,
        stands=_stands,
    )


def _shown(exhibit: Exhibit, page: Page) -> dict[str, Any]:
    work, sheet, item, _reader = page
    parts = dict(zip(exhibit.kind.item, item.item, strict=True))
    hidden = sheet.adjudication.hides_labels
    sides = [] if hidden else sides_of(work, sheet, item, text=exhibit.text(parts))
    given = cast(DisputeSheet, sheet).given(item)
    return {
        "exhibit": exhibit,
        "sides": sides,
        "given": given,
        "hidden": hidden,
        "agreed": not hidden and item.item in sheet.agreed,
        "moved": not hidden and item.item in sheet.moved,
        "grades": _grades(exhibit, page),
        "key": uuid4(),
    } | exhibit.shown(Matter(work, parts, sides))


def _grades(exhibit: Exhibit, page: Page) -> list[Grade]:
    """Return the scale in the order of the kind's page: grades up, marks down."""
    scale = exhibit.kind.scale(page.work.track)
    if not exhibit.has_marks:
        return list(scale)
    best_first = reversed(scale)
    return sorted(best_first, key=lambda grade: grade.apart)


def _form(kind: Kind, work: Allocation, data: QueryDict) -> SettleForm:
    return SettleForm(data, grades=kind.scale(work.track))


def _label(
    kind: Kind, held: Held, said: Mapping[str, Any], *, act: Act, now: datetime
) -> Outcome:
    work = find_work(held, work_name(kind))
    item, value, note = said["item"], said["value"], said.get("note", "")
    return settle(work, item=item, value=value, note=note, act=act, now=now)


def _recent(exhibit: Exhibit) -> Callable[[Allocation, DisputeSheet], LastLabels]:
    def recent(work: Allocation, sheet: DisputeSheet) -> LastLabels:
        return last_labels(work, sheet, exhibit.about)

    return recent


def _stands(label: Label | None) -> dict[str, Any]:
    note = label.details.get("note", "") if label else ""
    return as_it_stands(label) | {"note": note}
