"""Questions about two rankings, and their answers from the current scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.http import urlencode

from assess.analysis.charts import Chart
from assess.analysis.rankings.charts import (
    charts_of_settling,
    correlations,
    scatter,
    ways_of,
)
from assess.analysis.rankings.comparison import RankingComparison, RankSpot, compared
from assess.analysis.rankings.forms import RankingsForm, SettlingForm
from assess.analysis.rankings.pairs import Pairing
from assess.analysis.rankings.stability import SettlingState, settled
from assess.analysis.scores.conditions import kind_of, work_of
from runs.models import Response
from runs.views.visibility import Seen


def pairing_of(form: RankingsForm) -> Pairing | None:
    """Return the two conditions that a form selects; None if that is not possible."""
    if not form.asked or not form.is_valid():
        return None
    left, right = form.side("left"), form.side("right")
    if left is None or right is None:
        return None
    return Pairing(left, right, form.keeps)


class Opened(NamedTuple):
    """A topic–run point with its response, None if there is none."""

    spot: RankSpot
    response: UUID | None


@dataclass(frozen=True, eq=False)
class RankingQuestion:
    """How far two conditions rank the runs alike."""

    seen: Seen
    form: RankingsForm

    @cached_property
    def pairing(self) -> Pairing | None:
        """Return the selected conditions; None if there is nothing to compare."""
        return pairing_of(self.form)

    @cached_property
    def found(self) -> RankingComparison | None:
        """Return the comparison."""
        if self.pairing is None:
            return None
        return compared(self.pairing, self.form.by)

    @cached_property
    def charts(self) -> list[Chart]:
        """Return the page's charts; viewers get no names of runs in them."""
        if self.pairing is None or self.found is None:
            return []
        left, right = self.pairing.left.says, self.pairing.right.says
        named = self.seen.organizes
        return [
            scatter(self.found, left, right, named=named),
            correlations(self.found),
        ]

    def apart(self) -> list[Opened]:
        """Return the scores that differ most, with their responses."""
        spots = self.found.apart if self.found else []
        rows = Response.objects.visible().filter(
            run__in={spot.run for spot in spots},
            topic__in={spot.topic for spot in spots},
        )
        named = rows.values_list("run", "topic", "uuid")
        uuids = {(run, topic): uuid for run, topic, uuid in named}
        return [Opened(spot, uuids.get((spot.run.pk, spot.topic.pk))) for spot in spots]

    @property
    def answer(self) -> dict[str, Any]:
        """Return the page's context."""
        if self.pairing is None or self.found is None:
            return {}
        return {
            "found": self.found,
            "apart": self.apart,  # evaluated only where it is shown
            "left": self.pairing.left.says,
            "right": self.pairing.right.says,
            "ways": ways_of(self.found),
            "charts": {each.name: each for each in self.charts},
            "response_page": self._response_page(self.pairing),
            "response_query": self._response_query(self.pairing),
        }

    def _response_page(self, pairing: Pairing) -> str:
        """Return the page of a response under both conditions, else the first one."""
        return pairing.family.shows.two or pairing.family.shows.response

    def _response_query(self, pairing: Pairing) -> str:
        """Return the query of that page."""
        left, right = pairing.left.query, pairing.right.query
        both = urlencode({"left": left, "right": right})
        return both if pairing.family.shows.two else left


@dataclass(frozen=True, eq=False)
class SettlingQuestion:
    """What has settled of two conditions, and what to judge next."""

    seen: Seen
    form: SettlingForm

    @cached_property
    def found(self) -> SettlingState | None:
        """Return the answer; None if there is nothing to compare."""
        pairing = pairing_of(self.form)
        if pairing is None:
            return None
        return settled(
            pairing,
            self.form.by,
            kind_of(pairing.family),
            top=self.form.of_top,
            places=self.form.within,
        )

    @cached_property
    def charts(self) -> list[Chart]:
        """Return the page's charts."""
        return charts_of_settling(self.found) if self.found else []

    @property
    def answer(self) -> dict[str, Any]:
        """Return the page's context."""
        if self.found is None:
            return {}
        return {
            "found": self.found,
            "work": urlencode(work_of(self.found.people)),
            "top": self.found.top_of(self.form.of_top),
            "places": self.form.within,
            "charts": {each.name: each for each in self.charts},
        }
