"""A desk: the declaration of one type of judging for the shared pages and writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast
from uuid import UUID

from django.http import QueryDict
from django.template.defaultfilters import pluralize
from django.urls import reverse

from accounts.models import User
from assess.judging.kinds import Kind
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Allocation, Label, Thread
from assess.judging.models.threads import REASONS
from assess.judging.screens import get_screen
from assess.judging.serializers import ActSerializer
from assess.judging.threads.listing import threads_of
from assess.judging.threads.spots import Spots
from assess.judging.work.actions import label_item
from assess.judging.work.forms import LabelForm
from assess.judging.work.last_labels import LastLabels
from assess.judging.work.target import Held, Target, Targets
from assess.judging.work.walk import Named, Walk
from config.registry import Registry


class Page(NamedTuple):
    """One item of an allocation's sheet, for its reader."""

    work: Allocation
    sheet: Any  # the kind's own Walk
    item: Any
    reader: User


class GiveLabel(Protocol):
    """Write one label of an allocation from the data of a valid request.

    Raise NotHeld for work that the person does not have, NotInThisWork for an item
    outside the allocation, BadDetail for details that do not fit it, StaleLabel and
    NotOnTheScale as `give_label` does.
    """

    def __call__(
        self, held: Held, said: Mapping[str, Any], *, act: Act, now: datetime
    ) -> Outcome:
        """Return the resulting state of the label."""


class Labelled(NamedTuple):
    """The item of a label: row numbers in the kind's order.

    `details` are stored with the label, `told` is returned with its new state.
    """

    item: tuple[int, ...]
    details: dict[str, Any] = {}  # noqa: RUF012 - a tuple's default, never changed
    told: dict[str, Any] = {}  # noqa: RUF012


def labelling(
    targets: Targets,
    find: Callable[[Target, Mapping[str, Any]], Labelled],
    name: Callable[[Mapping[str, Any]], str] | None = None,
) -> GiveLabel:
    """Return a function that gives, changes or takes back one label of some work.

    `find` returns the item of a valid request; it raises NotInThisWork for an item
    outside the work, BadDetail for details that do not fit it. `name` returns the
    item's public name, by default the first of its public ids.
    """

    def label(
        held: Held, said: Mapping[str, Any], *, act: Act, now: datetime
    ) -> Outcome:
        public = name(said) if name else str(said[targets.named[0]])
        ids = {part: said[part] for part in targets.named}
        target = targets.find(held, name=public, **ids)
        found = find(target, said)
        act = replace(act, details=found.details)
        kept = label_item(
            target,
            targets.kind,
            found.item,
            said["value"],
            name=public,
            act=act,
            now=now,
        )
        return kept._replace(told=found.told)

    return label


def as_it_stands(label: Label | None) -> dict[str, Any]:
    """Return the current state of a label that somebody else changed."""
    if label is None:
        return {"version": 0, "value": ""}
    return {"version": label.version, "value": label.value}


OVERTAKEN = "It was changed since you opened it, in another window."


def _nothing(_work: Allocation) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Desk:
    """One type of judging: its items, its labels, and the content of its pages.

    `name` is the name of the URL at which work goes on, in `namespace`; the names of
    other URLs begin with it. `item` names a page's item: in its URL (named
    `<name>_<page>`), in requests, and in the templates, whose names begin with
    `template`: `.html` and `_end.html`. `shown` adds to the context of all pages, `end`
    to that of the end page. `recent` lists the last labels. `has_marks`: values are
    shown by their marks, not as stored. `screen` names the type of work if it is not
    that of the label. `practice` is the file of its practice items, if it has any.
    """

    kind: Kind
    name: str
    item: str
    template: str
    read_sheet: Callable[[Allocation], Walk[Any]]
    shown: Callable[[Page], dict[str, Any]]
    form: Callable[[Allocation, QueryDict], LabelForm]
    serializer: type[ActSerializer]
    label: GiveLabel
    recent: Callable[[Allocation, Any], LastLabels]
    spots: Spots
    namespace: str = "assess"
    page: str = ""
    screen: str = ""
    has_marks: bool = True
    practice: Path | None = None
    stands: Callable[[Label | None], dict[str, Any]] = field(default=as_it_stands)
    end: Callable[[Allocation], dict[str, Any]] = field(default=_nothing)

    @property
    def work(self) -> str:
        """Return the name of the work in the registry of screens."""
        return self.screen or self.kind.name

    @property
    def title(self) -> str:
        """Return the title of the work."""
        return get_screen(self.work).title

    @property
    def api(self) -> str:
        """Return the name of the URL that takes labels from scripts."""
        return f"api:{self.work}"

    @property
    def resume_url(self) -> str:
        """Return the name of the URL at which work goes on."""
        return f"{self.namespace}:{self.name}"

    @property
    def page_url(self) -> str:
        """Return the name of the URL of one item."""
        return f"{self.resume_url}_{self.page or self.item}"

    @property
    def label_url(self) -> str:
        """Return the name of the URL that takes labels from plain forms."""
        return f"{self.resume_url}_label"

    @property
    def recent_url(self) -> str:
        """Return the name of the URL that lists the last labels."""
        return f"{self.resume_url}_recent"

    @property
    def finish_url(self) -> str:
        """Return the name of the URL that finishes the work."""
        return f"{self.resume_url}_finish"

    def address(self, work: Allocation, item: UUID | Named | None) -> str:
        """Return the URL of an item's page; without an item, of the work."""
        if item is None:
            return reverse(self.resume_url, args=[work.uuid])
        uuid = item if isinstance(item, UUID) else item.uuid
        return reverse(self.page_url, args=[work.uuid, uuid])

    def told(self, work: Allocation, label: Label | None) -> dict[str, Any]:
        """Return the state of a label that somebody else changed, also in words."""
        found = self.stands(label)
        stands = f"It is now: {self._words(work, found)}."
        return found | {"detail": OVERTAKEN, "stands": stands}

    def _words(self, work: Allocation, stands: dict[str, Any]) -> str:
        grades = {grade.value: grade for grade in self.kind.scale(work.track)}
        grade = grades.get(stands["value"])
        name = grade.label.lower() if grade else "no label"
        ticks, note = stands.get("ticks", ()), stands.get("note")
        highlights = len(stands.get("highlights", ()))
        parts = [
            f"{grade.value} {name}" if grade and not self.has_marks else name,
            f"{len(ticks)} ticked" if ticks else "",
            f"note “{note}”" if note else "",
            f"{highlights} highlight{pluralize(highlights)}" if highlights else "",
            "with its answer" if stands.get("answer") else "",
        ]
        return ", ".join(filter(None, parts))

    def threads(self, work: Allocation, sheet: Walk[Any], item: Any) -> list[Thread]:  # noqa: ANN401 - the kind's own item
        """Return the threads about the labels of one page."""
        return threads_of(work, [name for name, _value in sheet.labels_of(item)])

    def earlier(self, work: Allocation, sheet: Walk[Any]) -> list[dict[str, Any]]:
        """Return what a page undoes of the labels before it, the latest first.

        Each has the item's public name, the version `left`, and the label before.
        """
        return [
            {
                "item": row.item,
                "left": row.version,
                "before": row.before | {"address": self.address(work, row.page)},
            }
            for row in self.recent(work, sheet).last()
            if row.before is not None
        ]

    def context(self, page: Page) -> dict[str, Any]:
        """Return the context of the page of one item."""
        work, sheet, item, _reader = page
        return {
            "desk": self,
            "work": work,
            "sheet": sheet,
            self.item: item,
            "place": sheet.place(item),
            "previous": sheet.beside(item, -1),
            "following": sheet.beside(item, 1),
            "then": self.address(work, cast("Named | None", sheet.next_open(item))),
            # Called only if the page has them.
            "earlier": partial(self.earlier, work, sheet),
            "threads": self.threads(work, sheet, item),
            "reasons": REASONS,
            "on": item.uuid,
        } | self.shown(page)


DESKS: Registry[Desk] = Registry("desk", name="work")
register = DESKS.register
