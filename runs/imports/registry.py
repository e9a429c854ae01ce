"""The kinds of file that can come in; each app registers its own."""

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
    """No kind of file is registered under this name."""


class Importer(Protocol):
    """One kind of file.

    `check` reads the whole file, notes what it finds and returns what `write` needs;
    it writes nothing. `write` stores rows that nobody sees yet, in short batches.
    `land` makes them visible; it runs inside the transaction that ends the import.
    `discard` takes back what an interrupted `write` left.
    """

    def check(self, incoming: Incoming) -> Any:  # noqa: ANN401 - its own plan
        """Read and check the whole file; raise Unchanged where it is in already."""

    def write(self, incoming: Incoming, plan: Any) -> Counts:  # noqa: ANN401
        """Store what the file holds, still invisible; return counts by name."""

    def land(self, incoming: Incoming, plan: Any) -> None:  # noqa: ANN401
        """Make it visible."""

    def discard(self, incoming: Incoming) -> None:
        """Take back what was stored for this import and has not landed."""


@dataclass(frozen=True)
class ImportKind:
    """A kind of file: its name, what people read about it, its form, its importer.

    The form's cleaned data, without the file, become the import's parameters. `turn`
    orders the kinds as a campaign needs them, `after` says so in words.
    """

    name: str
    title: str
    hint: str
    turn: int
    after: str
    form: type[forms.Form]
    importer: Importer


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
    """Return the kinds of file that a track of this profile takes."""
    talks = track.profile.topics == "conversations"
    useless = {"topics"} if talks else {"conversations", "responses", "ptkb"}
    return [kind for kind in all_import_kinds() if kind.name not in useless]


def count_labels_with(counter: LabelCounter) -> None:
    """Register a function that counts, by kind, the labels on topics or responses."""
    if counter not in _counters:
        _counters.append(counter)


def labels_on(item: Item, ids: Iterable[int]) -> dict[str, int]:
    """Return how many labels of each kind hang on these items (row numbers)."""
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
