"""The registry of exporters: their parts, options and files.

A new export is one `register` call by the app that has its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assess.judging.kinds import get_kind
from config.registry import Registry
from runs.models import Topic, Track
from runs.views.visibility import Seen

LABELS, BANKS, SCORES = "Labels", "Banks and answers", "Scores"
GROUPS = (LABELS, BANKS, SCORES)


class UnknownExport(LookupError):
    """There is no export with that name."""


class CannotExport(Exception):
    """The export would contain something untrue; `places` lists where."""

    def __init__(self, message: str, places: Sequence[str] = ()) -> None:
        """Store the places with the message."""
        super().__init__(message)
        self.places = list(places)


def _by_name(_track: Track) -> None:
    return None


def _itself(row: Any) -> Any:  # noqa: ANN401 - a row of any kind
    return row


def _nothing(_seen: Seen, _names: Collection[str]) -> dict[str, Any]:
    return {}


class Part(NamedTuple):
    """A row on which an export is based, selected by its name: a judge, a bank.

    `first`: the form's default row; None: the first by name. `without`: the page's
    message if there is none. `kind`: the kind of the export's labels, if they are given
    by the row, or by the judge that `judge` finds in it.
    """

    name: str
    title: str
    rows: Callable[[Track], QuerySet[Any]]
    first: Callable[[Track], Any] = _by_name
    without: str = ""
    kind: str = ""
    judge: Callable[[Any], Any] = _itself


Values = tuple[tuple[str, str], ...]


def _no_more(_track: Track) -> Values:
    return ()


class Option(NamedTuple):
    """A choice between forms of an export; the first value is the default.

    more: further values, which a track has of its own.
    """

    name: str
    title: str
    values: Values
    more: Callable[[Track], Values] = _no_more

    def offered(self, track: Track) -> Values:
        """Return the values that can be chosen in a track, with their words."""
        return (*self.values, *self.more(track))


@dataclass(frozen=True)
class Wanted:
    """A request for one export; topics None: all of them."""

    track: Track
    parts: Mapping[str, Any]
    options: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[Topic, ...] | None = None

    def option(self, option: Option) -> str:
        """Return the selected value, or the default."""
        return self.options.get(option.name) or option.values[0][0]

    def where(self, topic: str) -> Q:
        """Return the filter of the selected topics, by the lookup to a topic."""
        return Q() if self.topics is None else Q(**{f"{topic}__in": self.topics})

    def topic_names(self) -> dict[int, str]:
        """Return {row number: name} of the selected topics, or of all."""
        if self.topics is not None:
            return {topic.pk: topic.name for topic in self.topics}
        return dict(Topic.objects.filter(track=self.track).values_list("pk", "name"))

    def named(self) -> set[str] | None:
        """Return the names of the selected topics, None for all."""
        return None if self.topics is None else {topic.name for topic in self.topics}


@dataclass(frozen=True)
class LeftOut:
    """Values that an export omits: what, how many, and why."""

    what: str
    count: int
    why: str


class ExportFile(NamedTuple):
    """One file to write: its name and its lines, each ending in a newline.

    A name may have one folder in front. A file whose name ends in .gz is compressed.
    """

    name: str
    lines: Iterable[str]


@dataclass(frozen=True)
class Export:
    """Files and notes for the manifest; both are complete once the files end."""

    files: Iterator[ExportFile]
    notes: dict[str, Any] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)


@dataclass(frozen=True)
class Exporter:
    """One type of export.

    `kind` names the kind of its labels, if any; `reader` names the programs that read
    its format. A folder contains several files, as do the `folder_forms` of the option
    named form; any other export is one file. `make` raises CannotExport, at once or
    while its lines are read. An export that `shows_scores`, and no item, is for viewers
    too. `begins`: the form's default rows, or their public ids, by the names of parts,
    if they are not each part's `first`. `alias`: a shorter name that exports with
    different parts share; the parts that a request names tell them apart.
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
    alias: str = ""

    @property
    def group(self) -> str:
        """Return the heading of its group."""
        if self.shows_scores:
            return SCORES
        of_labels = any(part.name == "judge" for part in self.parts)
        return LABELS if of_labels or (self.kind and not self.parts) else BANKS

    def in_folder(self, wanted: Wanted) -> bool:
        """Return whether an export has several files."""
        forms = [wanted.option(each) for each in self.options if each.name == "form"]
        return self.folder or not self.folder_forms.isdisjoint(forms)


EXPORTERS: Registry[Exporter] = Registry("export", unknown=UnknownExport)
register, get_exporter, all_exporters = (
    EXPORTERS.register,
    EXPORTERS.get,
    EXPORTERS.all,
)


def exporters_of(track: Track) -> tuple[Exporter, ...]:
    """Return the exporters that a track uses, by group and title."""
    found = (
        exporter
        for exporter in all_exporters()
        if not exporter.kind or get_kind(exporter.kind).fits(track)
    )
    return tuple(sorted(found, key=lambda e: (GROUPS.index(e.group), e.title)))
