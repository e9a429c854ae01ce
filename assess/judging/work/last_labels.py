"""The last labels of a person's own work: listed, counted, and narrowed to some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from assess.judging.kinds import Grade, Kind
from assess.judging.models import Allocation, Change, Remark
from assess.judging.threads.listing import threads_of
from assess.judging.work.walk import Walk

MOST = 20  # labels in the list
OVERRIDES, FLAGGED = "overrides", "flagged"  # narrow the list, like a value


class RecentPlace(NamedTuple):
    """The place of a label: its item's public name, its page, its words, its number.

    `page` is the uuid of the item's page, `number` its position in the order.
    """

    item: str
    page: UUID
    words: str
    number: int


class Recent(NamedTuple):
    """One of the last labels: its item's public name, page and words, and its value.

    `page` is the uuid of the item's page, `place` its position in the order. `before`
    is the label before its person's last change, as a browser sends it; None if the
    last change was somebody else's. `active_ms` is its person's active time over all
    their changes; None if no time is known. `ticks` counts ticked sub-narratives, None
    where nothing is ticked.
    """

    item: str
    page: UUID
    words: str
    place: int
    value: str
    version: int = 0
    before: dict[str, Any] | None = None
    active_ms: int | None = None
    at: datetime | None = None
    ticks: int | None = None
    is_override: bool = False

    @property
    def seconds(self) -> float | None:
        """Return the active time in seconds."""
        return None if self.active_ms is None else self.active_ms / 1000


class Share(NamedTuple):
    """A value, or what else narrows the list, and how many labels it has."""

    name: str
    label: str
    number: int
    is_value: bool = True


class Listing(NamedTuple):
    """The last labels, of those that `only` names; how all labels are distributed."""

    rows: list[Recent]
    total: int
    shares: list[Share]
    only: str
    flagged: frozenset[str]


@dataclass(frozen=True)
class LastLabels:
    """The labels that a person gave in an allocation.

    `place` returns the place of a label, None if its item left the work. `details`
    returns what a browser sends again of the details that a label had. `overrides`
    says whether a label, by its value and details, differs from what was proposed or
    shown for it.
    """

    labels: QuerySet[Any]
    kind: Kind
    allocation: Allocation
    place: Callable[[Any], RecentPlace | None]
    details: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    overrides: Callable[[str, Mapping[str, Any]], bool] | None = None

    def last(self, labels: QuerySet[Any] | None = None) -> list[Recent]:
        """Return the last labels, or the last of some of them, the latest first."""
        rows = self.labels if labels is None else labels
        given = last_given(rows, self.kind, self.allocation)[:MOST]
        found = [(label, self.place(label)) for label in given]
        return [self._row(label, place) for label, place in found if place]

    def _row(self, label: Any, place: RecentPlace) -> Recent:  # noqa: ANN401 - with what is annotated
        return Recent(
            *place,
            value=label.value,
            version=label.version,
            before=self._before(label),
            active_ms=label.active_ms,
            at=label.at,
            ticks=len(label.details["ticks"]) if "ticks" in label.details else None,
            is_override=self._is_override(label.value, label.details),
        )

    def _before(self, label: Any) -> dict[str, Any] | None:  # noqa: ANN401
        if label.value_before is None:
            return None
        before = {"value": label.value_before}
        details = label.details_before or {}
        return before | (self.details(details) if self.details else {})

    def _is_override(self, value: str, details: Mapping[str, Any]) -> bool:
        return bool(self.overrides and value and self.overrides(value, details))

    def listing(self, sheet: Walk[Any], only: str = "") -> Listing:
        """Return the last labels of those that `only` names, and all of them counted.

        only: a value, `OVERRIDES`, `FLAGGED`, or "" for all.
        """
        given = self.labels.exclude(value="").order_by()
        every = list(given.values_list("pk", "value", "details"))
        differ = [pk for pk, *said in every if self._is_override(*said)]
        flagged = _flagged(self.allocation, sheet)
        if only == FLAGGED:
            rows = flagged
        elif only == OVERRIDES:
            rows = self.last(self.labels.filter(pk__in=differ))
        else:
            rows = self.last(self.labels.filter(value=only) if only else None)
        shares = _shares(
            self.kind.scale(self.allocation.track),
            Counter(value for _pk, value, _details in every),
        )
        if self.overrides:
            shares.append(Share(OVERRIDES, "Overrides", len(differ), is_value=False))
        shares.append(Share(FLAGGED, "Flagged", len(flagged), is_value=False))
        names = frozenset(row.item for row in flagged)
        return Listing(rows, len(every), shares, only, names)


def _shares(scale: Sequence[Grade], counts: Counter[str]) -> list[Share]:
    known = [Share(each.value, each.label, counts[each.value]) for each in scale]
    others = counts.keys() - {share.name for share in known}
    return known + [Share(value, value, counts[value]) for value in sorted(others)]


def _flagged(work: Allocation, sheet: Walk[Any]) -> list[Recent]:
    """Return the flagged items, the latest flag first, labelled or not."""
    threads = {
        thread.item: thread
        for thread in threads_of(work)
        if any(remark.kind == Remark.FLAG for remark in thread.remarks.all())
    }
    found = [
        Recent(name, item.uuid, threads[name].about, place, value)
        for place, item in enumerate(sheet.items, start=1)
        for name, value in (sheet.labels_of(item) if threads else ())
        if name in threads
    ]
    return sorted(found, key=lambda row: -threads[row.item].pk)


def last_given(
    labels: QuerySet[Any], kind: Kind, allocation: Allocation
) -> QuerySet[Any]:
    """Return the labels with a value, the latest first, with their previous state.

    Each has `value_before`, None if its assessor did not make the last change,
    `details_before`, None if there were none, and their `active_ms`.
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


def differs_from_shown(value: str, details: Mapping[str, Any]) -> bool:
    """Return whether a label differs from the one that was shown for its item."""
    return bool(details.get("shown")) and details["shown"] != value
