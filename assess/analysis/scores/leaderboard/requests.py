"""Requests for scores: a family, the basis of its scores, and a leaderboard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from assess.analysis.models import DefaultCondition
from assess.analysis.scores.arrays import Scored, narrowed
from assess.analysis.scores.bases import saved_of
from assess.analysis.scores.families import BasisForm, Family, families_of
from assess.analysis.scores.initial_conditions import (
    CHOSEN_BY,
    First,
    first_of,
    trail_of,
)
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import (
    Compared,
    compared,
    compared_soon,
)
from assess.analysis.scores.leaderboard.forms import (
    FILTERS,
    BoardForm,
    Select,
    is_personal,
)
from assess.analysis.scores.leaderboard.page import BoardPage
from runs.models import Run
from runs.views.visibility import Seen

LATEST = 100  # choices of a default on the page


@dataclass(frozen=True, eq=False)
class Asked:
    """A request for a family's leaderboard."""

    seen: Seen
    family: Family
    choosing: BasisForm
    form: BoardForm
    query: QueryDict
    first: First

    @cached_property
    def valid(self) -> bool:
        """Return whether the request is valid."""
        return self.choosing.is_valid() & self.form.is_valid()

    @cached_property
    def scored(self) -> Scored | None:
        """Return every run's scores; None if there is nothing to score by."""
        basis = self.choosing.basis if self.valid else None
        return None if basis is None else self.family.score(basis)

    @property
    def found(self) -> Scored:
        """Return every run's scores; 404 if there is nothing to score by."""
        if self.scored is None:
            raise Http404
        return self.scored

    def board(self, *, of: Run | None = None) -> Board:
        """Return the selected runs and turns, or one run's."""
        topics = [each for each in self.found.topics if self.form.keeps_topic(each)]
        shown = narrowed(
            self.found,
            self.form.keeps if of is None else lambda run: run == of,
            topics=topics,
        )
        return Board(shown, self.form.rules)

    def page(self, *, waits: bool = False) -> BoardPage:
        """Return the leaderboard in its order; waits: also for slow tests."""
        page = BoardPage(self.board(), self.form.sort_by)
        tested = self._tested(page, waits=waits)
        return replace(page, compared=tested, choice=self.query.get("run", ""))

    def _tested(self, page: BoardPage, *, waits: bool) -> Compared | None:
        test = compared if waits or self.form.waits else compared_soon
        return test(page.board.table(page.measure.name), self.form.correction_by)

    @property
    def apart(self) -> list[str]:
        """Return the family's separate remarks; items only for organizers."""
        basis, organizes = self.choosing.basis, self.seen.organizes
        return self.family.apart(basis, self.found, organizes=organizes)

    @property
    def selects(self) -> tuple[Select, ...]:
        """Return the filters; by turns if only some of them are personal."""
        groups = sorted({run.group for run in self.found.runs if run.group})
        categories = sorted({run.category for run in self.found.runs if run.category})
        turns = {is_personal(topic) for topic in self.found.topics}
        return self.form.selects(groups, categories, turns=len(turns) > 1)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Return what the bar of choices does not show, for its hidden fields.

        A saved condition is kept, also one that came by default: it counts until
        another bank or judge is chosen.
        """
        shown = {"condition", *FILTERS, *self.form.errors}
        shown |= {field.name for field in self.choosing.visible_fields()}
        found = [(n, str(v)) for n, v in self.query.items() if n not in shown]
        condition = self.choosing.data.get("condition") if self.valid else None
        return [*found, ("condition", str(condition))] if condition else found

    @property
    def choose(self) -> str:
        """Return the query to which the public id of a run to compare is added."""
        query = self.query.copy()
        for name in ("run", "tests"):
            query.pop(name, None)
        return f"?{query.urlencode()}&run=" if query else "?run="

    @property
    def condition(self) -> str:
        """Return the query that selects the basis of the scores, "" without any."""
        data = self.choosing.data
        names = ("condition",) if data.get("condition") else CHOSEN_BY
        return urlencode({name: data[name] for name in names if data.get(name)})

    @property
    def defaults(self) -> list[DefaultCondition]:
        """Return the latest choices of the default, for organizers."""
        organizes, track = self.seen.organizes, self.seen.track
        return trail_of(self.family, track)[:LATEST] if organizes else []

    @property
    def address(self) -> str:
        """Return the page's full URL."""
        return reverse("assess:family", args=[self.seen.track.uuid, self.family.name])


def asked(request: HttpRequest, seen: Seen, family: str) -> Asked:
    """Read a request; "" asks for the track's first family. 404 for an unknown one."""
    return asked_by(request.GET, seen, family)


def asked_by(query: QueryDict, seen: Seen, family: str) -> Asked:
    """Read the query of a family's leaderboard, as `asked` does a request's."""
    families = {each.name: each for each in families_of(seen.track)}
    name = family or next(iter(families), "")
    if name not in families:
        raise Http404
    found = families[name]
    first = first_of(found, seen, query)
    return Asked(
        seen,
        found,
        found.form(first.query, track=seen.track),
        BoardForm(
            query,
            measures=found.measures(seen.track),
            primary=found.primary(seen.track),
            rules=found.rules,
        ),
        query,
        first,
    )


def context_of(found: Asked, **more: object) -> dict[str, Any]:
    """Return what every page of a family's scores shows, and more."""
    return {
        "track": found.seen.track,
        "organizes": found.seen.organizes,
        "tab": "scores",
        "family": found.family,
        "families": families_of(found.seen.track),
        "choosing": found.choosing,
        "form": found.form,
        "basis": found.choosing.basis if found.valid else None,
        "valid": found.valid,
        "saved": saved_of(found.family.name, found.seen.track),
        "here": found.address,
        "first": found.first,
        "kept": found.kept,
        **more,
    }
