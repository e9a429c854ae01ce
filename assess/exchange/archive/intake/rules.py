"""Rules across rows: labels on their judges' scales, threads on items of work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.urls import NoReverseMatch

from assess.exchange.archive.format.reader import BadRow
from assess.judging.kinds import Kind, all_kinds, get_kind
from assess.judging.models import Allocation, Change, Judge, Thread
from assess.judging.models.judges import columns_amiss
from assess.judging.threads.spots import spots_of
from runs.models import Track

Values = Mapping[str, Any]
Look = Callable[[int, Values], None]


class Meaning:
    """Checks the rows of an archive, each table after those that it refers to."""

    def __init__(self) -> None:
        self._track = Track()
        self._own_scales: set[int] = set()  # judges, by line
        self._work: dict[int, str] = {}  # kinds of the allocations, by line
        self._known: dict[str, frozenset[str]] = {}  # values by kind of label
        self._looks: dict[type[Any], Look] = {
            Track: self._see_track,
            Judge: self._see_judge,
            Allocation: self._see_work,
            Change: self._check_change,
            Thread: self._check_thread,
        }
        for kind in all_kinds():
            self._looks[kind.model] = self._label_of(kind)

    def look(self, model: type[Any], number: int, values: Values) -> None:
        """Process a row whose columns are checked; raise BadRow."""
        if look := self._looks.get(model):
            look(number, values)

    def _see_track(self, _number: int, values: Values) -> None:
        # Never saved: no row has this number, so no query finds anything of it.
        self._track = Track(pk=0, **values)

    def _see_judge(self, number: int, values: Values) -> None:
        for name in columns_amiss(values):
            has = "nothing" if values.get(name) else "something"
            raise BadRow(name, f"expected {has} for a judge that is a {values['kind']}")
        own = {name: values.get(name) for name in ("kind", "parameters")}
        if Judge(**own).has_own_scale:
            self._own_scales.add(number)

    def _see_work(self, number: int, values: Values) -> None:
        self._work[number] = values["kind"]

    def _label_of(self, kind: Kind) -> Look:
        return lambda _number, values: self._check_values(kind, values, "value")

    def _check_change(self, _number: int, values: Values) -> None:
        self._check_values(get_kind(values["kind"]), values, "before", "after")

    def _check_values(self, kind: Kind, values: Values, *columns: str) -> None:
        if values["judge"] in self._own_scales or not self._track.profile_text:
            return  # a missing profile is reported already
        if kind.name not in self._known:
            self._known[kind.name] = frozenset(kind.values(self._track))
        known = self._known[kind.name]
        for column in columns:
            value = values.get(column, "")
            if value and value not in known:
                grades = ", ".join(sorted(known))
                raise BadRow(column, f"expected one of {grades}, found {value!r}")

    def _check_thread(self, _number: int, values: Values) -> None:
        """Check that the pages of threads accept the item's name."""
        work = self._work.get(values["allocation"])
        if work is None:
            return  # the work's errors are reported already
        try:
            spots_of(work).behind(self._track, [values["item"]])
        except (LookupError, ValueError, NoReverseMatch, ValidationError):
            said = f"expected the name of an item of {work}, found {values['item']!r}"
            raise BadRow("item", said) from None
