"""The registry of tables: the models of a track that an archive contains.

Each model of Assay is registered once or left out with the reason; a test checks this,
column by column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import (
    CharField,
    Field,
    ForeignKey,
    JSONField,
    Model,
    Q,
    QuerySet,
    TextField,
)

from assess.exchange.archive.format.codecs import Codec
from assess.exchange.archive.format.columns import HASH, codec_of, name_of_column
from runs.models import Track

TRACK = "runs.track"
LONGEST = 100_000  # characters of a text or of JSON without another limit
WHOLE_LIST = 2_000_000  # characters of a list before or after an edit, with its ids


class NotTold(TypeError):
    """A registered table lacks the declaration of one of its columns."""


@dataclass(frozen=True)
class Table:
    """How an archive stores one model.

    A row belongs to a track by its foreign key `under`, to the track itself or to a row
    that belongs to it; if no single key does, `rows` returns the rows. `ended` maps
    columns to the values of finished rows, which are archived; `landed` names columns
    that are empty while a row is still being imported.

    `plain` are JSON columns without row numbers, `codecs` the columns that contain row
    numbers but are no foreign keys, `left_out` the columns that are not archived, with
    the reason; `fixed` of them get the value of an attribute of the track.

    The columns `named` may contain the names of people, runs and files; `pseudonyms`
    itself knows where parameters and findings contain names. `file` is the column of a
    stored file's hash; if `as_it_came`, the file and its row cannot be archived under
    pseudonyms. `meet` finds the rows that an installation has already. `back` names
    foreign keys, empty for some rows, to tables that themselves refer to this one. Rows
    that make the track visible to people are written `last`.

    The profile's limits, by name, apply to archives too: `most` rows of one parent, the
    track or a foreign key; the `longest` text or list in a column (a number is the
    maximum of characters of a text or of JSON, by default the column's own or LONGEST);
    `together`, the texts of one parent's rows that a limit of the profile is named for,
    their own or those of the named table.
    """

    model: type[Model]
    under: str = "track"
    rows: Callable[[Track, str], QuerySet[Any]] | None = None
    ended: Mapping[str, Sequence[str]] = field(default_factory=dict)
    landed: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    codecs: Mapping[str, Codec] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    file: str = ""
    as_it_came: bool = False
    meet: Callable[[Sequence[Any]], list[int]] | None = None
    back: tuple[str, ...] = ()
    last: bool = False
    most: Mapping[str, str] = field(default_factory=dict)
    longest: Mapping[str, str | int] = field(default_factory=dict)
    together: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the model's name, such as "runs.segment"."""
        return name_of(self.model)

    @property
    def title(self) -> str:
        """Return the word for its rows."""
        return str(self.model._meta.verbose_name_plural)  # noqa: SLF001

    @cached_property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        """Return the archived columns; the track's own key is implicit."""
        return tuple(
            column
            for column in self.model._meta.concrete_fields  # noqa: SLF001
            if not column.primary_key
            and name_of_column(column) not in self.left_out
            and not is_track(column)
        )

    @cached_property
    def every_column(self) -> tuple[tuple[str, Field[Any, Any]], ...]:
        """Return all of the model's columns, archived or not, with their names."""
        every = self.model._meta.concrete_fields  # noqa: SLF001
        return tuple((name_of_column(column), column) for column in every)

    @cached_property
    def columns(self) -> dict[str, Codec]:
        """Return the codec of each column; raise NotTold."""
        return {name_of_column(column): self._codec(column) for column in self.fields}

    @cached_property
    def bounds(self) -> dict[str, str | int]:
        """Return the maximum length of each text and each JSON column."""
        return {
            name: self.longest.get(name) or column.max_length or LONGEST
            for name, column in zip(self.columns, self.fields, strict=True)
            if isinstance(column, CharField | TextField | JSONField)
        }

    @cached_property
    def later(self) -> tuple[str, ...]:
        """Return the columns that can only be filled in once every row exists."""
        own = (name_of_column(column) for column in self.fields if self._is_own(column))
        return (*self.back, *own)

    def _is_own(self, column: Field[Any, Any]) -> bool:
        return isinstance(column, ForeignKey) and column.related_model is self.model

    def of(self, track: Track, using: str = "default") -> QuerySet[Any]:
        """Return a track's completely imported rows, in the order of their creation."""
        if self.rows:
            found = self.rows(track, using)
        else:
            found = self.model._base_manager.using(using).filter(  # noqa: SLF001
                **self._belonging(track, using)
            )
        ends = {f"{name}__in": values for name, values in self.ended.items()}
        here = {f"{name}__isnull": False for name in self.landed}
        return found.filter(Q(**ends), **here).order_by("pk")

    def _belonging(self, track: Track, using: str) -> dict[str, Any]:
        key = self.model._meta.get_field(self.under)  # noqa: SLF001
        if is_track(key):
            return {self.under: track.pk}
        parents = get_table(name_of(key.related_model)).of(track, using)
        return {f"{self.under}__in": parents.order_by().values("pk")}

    def _codec(self, column: Field[Any, Any]) -> Codec:
        name = name_of_column(column)
        if name in self.codecs:
            return self.codecs[name]
        if name == self.file:
            return HASH
        if isinstance(column, JSONField) and name not in self.plain:
            raise NotTold(f"{self.name}.{name}: does it hold row numbers?")
        if name.endswith("_id"):
            raise NotTold(f"{self.name}.{name}: which table's row is it?")
        only = self.ended.get(name)
        return codec_of(column, only=only, needed=name in self.landed)


Teller = Callable[[], None]
_tellers: list[Teller] = []
_tables: dict[str, Table] = {}
_left_out: dict[str, str] = {}


def tells(teller: Teller) -> Teller:
    """Register a function that registers tables, once every app is loaded."""
    if teller not in _tellers:
        _tellers.append(teller)
    return teller


@cache
def _told() -> None:
    for teller in _tellers:
        teller()


def is_track(column: Any) -> bool:  # noqa: ANN401 - any field, relations among them
    """Return whether a column is a foreign key to the track."""
    return isinstance(column, ForeignKey) and name_of(column.related_model) == TRACK


def name_of(model: Any) -> str:  # noqa: ANN401 - Django says "self" of some
    """Return a model's name, such as "runs.segment"."""
    return str(model._meta.label_lower)  # noqa: SLF001


def register(model: type[Model], **told: Any) -> Table:  # noqa: ANN401 - as of Table
    """Register a model with the fields of `Table`; return its table."""
    table = Table(model, **told)
    _tables[table.name] = table
    return table


def leave_out(model: type[Model], *, reason: str) -> None:
    """Declare that archives contain no rows of a model, and why."""
    _left_out[name_of(model)] = reason


def get_table(name: str) -> Table:
    """Return a table by its model's name."""
    _told()
    return _tables[name]


def all_tables() -> tuple[Table, ...]:
    """Return every table, each after those that it refers to except for `later`."""
    _told()
    needs = {name: sorted(_needs(_tables[name])) for name in sorted(_tables)}
    order = TopologicalSorter(needs).static_order()
    return tuple(_tables[name] for name in order)


def _needs(table: Table) -> set[str]:
    columns = table.columns.items()
    now = [codec for column, codec in columns if column not in table.later]
    named = {name for codec in now for name in codec.points_to}
    return (named | {TRACK}) - {table.name}


def left_out() -> dict[str, str]:
    """Return the models that archives leave out, with the reasons."""
    _told()
    return dict(_left_out)
