"""The last labels of a work, for the list that is one key away, and to be undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Change

MOST = 20  # labels that the list holds


class RecentPlace(NamedTuple):
    """Where a label belongs: its item's public name, its page, its words, its number.

    `page` is the uuid of the item's page, `number` where that comes in the order.
    """

    item: str
    page: UUID
    words: str
    number: int


class Recent(NamedTuple):
    """One of the last labels: its item's public name, page and words, and its value.

    `page` is the uuid of the item's page, `place` where that stands in the order.
    `before` is what the label said before its person's last change, as a browser
    sends it; None where the last change was somebody else's. `active_ms` is how long
    its person was active on it, over all their changes; None where no time is known.
    """

    item: str
    page: UUID
    words: str
    place: int
    value: str
    version: int = 0
    before: dict[str, Any] | None = None
    active_ms: int | None = None

    @property
    def before_json(self) -> str:
        """Return `before` as a script reads it."""
        return json.dumps(self.before)

    @property
    def seconds(self) -> float | None:
        """Return the active time in seconds."""
        return None if self.active_ms is None else self.active_ms / 1000


def last_given(
    labels: QuerySet[Any], kind: Kind, allocation: Allocation
) -> QuerySet[Any]:
    """Return the labels with a value, the latest first, with how they were before.

    Each has `value_before`, None where its assessor did not make the last change,
    `details_before`, None where there was nothing, and their `active_ms`.
    """
    changes = Change.objects.filter(kind=kind.name, label_id=OuterRef("pk"))
    own = changes.filter(actor=allocation.assessor)
    last = own.filter(version=OuterRef("version"))
    time = own.order_by().values("label_id").annotate(ms=Sum("active_ms"))
    earlier = changes.filter(version=OuterRef("version") - 1)
    given = labels.exclude(value="").order_by("-at", "-pk")
    known: QuerySet[Any] = given.annotate(
        value_before=Subquery(last.values("before")[:1]),
        details_before=Subquery(earlier.values("details")[:1]),
        active_ms=Subquery(time.values("ms")),
    )
    return known


def said_before(value: str | None) -> dict[str, Any] | None:
    """Return what a label of nothing but a value said; None where it is not known."""
    return None if value is None else {"value": value}


def recent_labels(
    labels: QuerySet[Any],
    kind: Kind,
    allocation: Allocation,
    place: Callable[[Any], RecentPlace],
    details: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None,
) -> list[Recent]:
    """Return the last labels of an allocation, the latest first.

    `place` returns where a label belongs; `details`, what a browser sends again of the
    details that a label had.
    """
    return [
        Recent(
            *place(label),
            value=label.value,
            version=label.version,
            before=_before(label, details),
            active_ms=label.active_ms,
        )
        for label in last_given(labels, kind, allocation)[:MOST]
    ]


def _before(
    label: Any,  # noqa: ANN401 - with what is annotated
    details: Callable[[Mapping[str, Any]], dict[str, Any]] | None,
) -> dict[str, Any] | None:
    value = said_before(label.value_before)
    if value is None or details is None:
        return value
    return value | details(label.details_before or {})
