"""The registry of exporters: what can go out, made of what, in which forms.

A new export is one `register` call by the app that knows its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assess.judging.kinds import get_kind
from config.registry import Registry
from runs.models import Topic, Track
from runs.views.sights import Seen

LABELS, BANKS, SCORES = "Labels", "Banks and answers", "Scores"
GROUPS = (LABELS, BANKS, SCORES)


class UnknownExport(LookupError):
    """Nothing goes out by that name."""


class CannotExport(Exception):
    """An export that would say something untrue; `places` lists where."""

    def __init__(self, message: str, places: Sequence[str] = ()) -> None:
        """Keep the places beside the message."""
        super().__init__(message)
        self.places = list(places)


def _by_name(_track: Track) -> None:
    return None


def _itself(row: Any) -> Any:  # noqa: ANN401 - a row of any kind
    return row


def _nothing(_seen: Seen, _names: Collection[str]) -> dict[str, Any]:
    return {}


class Part(NamedTuple):
    """A row that an export is made of, chosen by its name: a judge, a bank.

    `first`: the row that a form begins with; None: that whose name comes first.
    `without`: what a page says where there is none. `kind`: that of the labels which
    the export rests on, given by the row, or by the judge that `judge` finds in it.
    """

    name: str
    title: str
    rows: Callable[[Track], QuerySet[Any]]
    first: Callable[[Track], Any] = _by_name
    without: str = ""
    kind: str = ""
    judge: Callable[[Any], Any] = _itself


class Option(NamedTuple):
    """A choice between forms of an export; the first value is the default."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Wanted:
    """One export as somebody asked for it; topics None: all there are."""

    track: Track
    parts: Mapping[str, Any]
    options: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[Topic, ...] | None = None

    def option(self, option: Option) -> str:
        """Return what was chosen, or the default."""
        return self.options.get(option.name) or option.values[0][0]

    def where(self, topic: str) -> Q:
        """Return the filter of the topics asked for, by the lookup to a topic."""
        return Q() if self.topics is None else Q(**{f"{topic}__in": self.topics})

    def topic_names(self) -> dict[int, str]:
        """Return {row number: name} of the topics asked for, or of all."""
        if self.topics is not None:
            return {topic.pk: topic.name for topic in self.topics}
        return dict(Topic.objects.filter(track=self.track).values_list("pk", "name"))

    def named(self) -> set[str] | None:
        """Return the names of the topics asked for, None for all."""
        return None if self.topics is None else {topic.name for topic in self.topics}


@dataclass(frozen=True)
class LeftOut:
    """Something that an export holds no value for: what, how many of it, and why."""

    what: str
    count: int
    why: str


class ExportFile(NamedTuple):
    """One file to write: its name and its lines, each ending in a newline.

    A name may have one folder in front. One that ends in .gz is written compressed.
    """

    name: str
    lines: Iterable[str]


@dataclass(frozen=True)
class Export:
    """Files, and what the manifest says besides; both are whole once the files end."""

    files: Iterator[ExportFile]
    notes: dict[str, Any] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)


@dataclass(frozen=True)
class Exporter:
    """One thing that goes out.

    `kind` names the kind of label that it holds, if any, `reader` who reads its form.
    A folder holds several files, as do the `folder_forms` of the option called form;
    any other export is one. `make` raises CannotExport, at once or while its lines are
    read. What `shows_scores` alone, and no item, is for viewers as well. `begins`: the
    rows that its form begins with, or their public ids, by the names of parts, where
    these are not each part's `first`.
    """

    name: str
    title: str
    says: str
    parts: tuple[Part, ...]
    make: Callable[[Wanted], Export]
    options: tuple[Option, ...] = ()
    kind: str = ""
    folder: bool = False
    folder_forms: frozenset[str] = frozenset()
    reader: str = ""
    shows_scores: bool = False
    begins: Callable[[Seen, Collection[str]], Mapping[str, Any]] = _nothing

    @property
    def group(self) -> str:
        """Return the heading that it stands under."""
        if self.shows_scores:
            return SCORES
        return LABELS if any(part.name == "judge" for part in self.parts) else BANKS

    def in_folder(self, wanted: Wanted) -> bool:
        """Say whether an export goes out as several files."""
        forms = [wanted.option(each) for each in self.options if each.name == "form"]
        return self.folder or not self.folder_forms.isdisjoint(forms)


EXPORTERS: Registry[Exporter] = Registry("export", unknown=UnknownExport)
register, get_exporter, all_exporters = (
    EXPORTERS.register,
    EXPORTERS.get,
    EXPORTERS.all,
)


def exporters_of(track: Track) -> tuple[Exporter, ...]:
    """Return the exporters that a track has a use for, by group and title."""
    found = (
        exporter
        for exporter in all_exporters()
        if not exporter.kind or get_kind(exporter.kind).fits(track)
    )
    return tuple(sorted(found, key=lambda e: (GROUPS.index(e.group), e.title)))
