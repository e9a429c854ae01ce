"""The registry of types of file that can be imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Protocol

from config.registry import Registry

if TYPE_CHECKING:
    from django import forms

    from runs.imports.arrival import Incoming
    from runs.models import Track

Counts = Mapping[str, int]
Item = Literal["topic", "response"]
LabelCounter = Callable[[Item, Sequence[int]], Counts]


class UnknownImport(LookupError):
    """There is no type of file with this name."""


class Importer(Protocol):
    """An importer of one type of file.

    `check` reads the whole file, notes its findings and returns what `write` needs; it
    writes nothing. `write` stores hidden rows, in short batches. `land` makes them
    visible, inside the transaction that ends the import. `discard` deletes what an
    interrupted `write` left.
    """

    def check(self, incoming: Incoming) -> Any:  # noqa: ANN401 - its own plan
        """Read and check the whole file; raise Unchanged if it is imported already."""

    def write(self, incoming: Incoming, plan: Any) -> Counts:  # noqa: ANN401
        """Store the file's content, still hidden; return counts by name."""

    def land(self, incoming: Incoming, plan: Any) -> None:  # noqa: ANN401
        """Make the content visible."""

    def discard(self, incoming: Incoming) -> None:
        """Delete what was stored for this import and is not visible yet."""


def _everywhere(_track: Track) -> bool:
    return True


@dataclass(frozen=True)
class ImportKind:
    """A type of file: its name, its description, its form, its importer.

    The form's cleaned data, without the file, become the import's parameters. `turn`
    orders the kinds as a campaign needs them, `after` describes that in words. Pages of
    tracks that it does not fit omit it.
    """

    name: str
    title: str
    hint: str
    turn: int
    after: str
    form: type[forms.Form]
    importer: Importer
    fits: Callable[[Track], bool] = _everywhere


IMPORTS: Registry[ImportKind] = Registry(
    "import", order=attrgetter("turn"), unknown=UnknownImport
)
register, get_import_kind, all_import_kinds = (
    IMPORTS.register,
    IMPORTS.get,
    IMPORTS.all,
)

_counters: list[LabelCounter] = []


def kinds_for(track: Track) -> list[ImportKind]:
    """Return the types of file for tracks of this profile."""
    talks = track.profile.topics == "conversations"
    useless = {"topics"} if talks else {"conversations", "responses", "ptkb"}
    kinds = all_import_kinds()
    return [kind for kind in kinds if kind.name not in useless and kind.fits(track)]


def count_labels_with(counter: LabelCounter) -> None:
    """Register a function that counts, by kind, the labels on topics or responses."""
    if counter not in _counters:
        _counters.append(counter)


def labels_on(item: Item, ids: Iterable[int]) -> dict[str, int]:
    """Return how many labels of each kind there are on these items (row numbers)."""
    numbers = list(ids)
    return {
        kind: number
        for counter in _counters
        for kind, number in counter(item, numbers).items()
        if number
    }


def say_labels(labels: Counts) -> str:
    """Return "12 assignment and 3 support labels", or "no labels"."""
    if not labels:
        return "no labels"
    each = (f"{number:,} {kind}" for kind, number in labels.items())
    return " and ".join(each) + " labels"
