"""The registry of families of measures, by which a track's runs can be scored.

A new family is one `register` call by the package of its labels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from assess.analysis.scores.arrays import Measure, Rules, Scored
from config.registry import Registry

if TYPE_CHECKING:
    from django.forms import BoundField

    from runs.models import Track


class BasisForm(Protocol):
    """A form that selects the basis of scores, constructed with (data, track=...)."""

    data: Mapping[str, Any]

    @property
    def basis(self) -> Any:  # noqa: ANN401 - the family's own, hashable
        """Return the valid form's basis, None if there is nothing to score by."""

    def is_valid(self) -> bool:
        """Return whether the request is valid."""

    def visible_fields(self) -> list[BoundField]:
        """Return the fields that its page shows."""


class Shows(NamedTuple):
    """Templates and URLs with which a family extends its page.

    basis: a line that describes the basis of the scores, given `basis`. chooser: the
    form that selects it, given `form`. foot: for organizers, below the table. response:
    the name of the page of one response and its labels, which takes track and response.
    two: the same under two conditions, `left` and `right`.
    """

    basis: str = "assess/analysis/scores/_basis.html"
    chooser: str = "assess/analysis/scores/_chooser.html"
    foot: str = ""
    response: str = ""
    two: str = ""


class SaysApart(Protocol):
    """Returns separate remarks on a family's scores, one sentence each."""

    def __call__(self, basis: Any, scored: Scored, /, *, organizes: bool) -> list[str]:  # noqa: ANN401
        """Return the sentences; only organizers see items' words."""


def _nothing(_basis: Any, _scored: Scored, /, *, organizes: bool) -> list[str]:  # noqa: ANN401, ARG001
    return []


def _everywhere(_track: Track) -> bool:
    return True


@dataclass(frozen=True)
class Family:
    """Measures that are computed together from one kind of label.

    `form` selects a basis (for nuggets, a bank and a judge), which `score` takes;
    `measures` and `primary` may depend on the track's profile. `rules` are the family's
    defaults. `named_for`: the rows of a basis after which its files are named. Tracks
    that it does not fit omit it. The leading family is shown by default.
    """

    name: str
    title: str
    measures: Callable[[Track], tuple[Measure, ...]]
    primary: Callable[[Track], str]
    form: Callable[..., BasisForm]
    score: Callable[[Any], Scored]
    rules: Rules = field(default_factory=Rules)
    named_for: tuple[str, ...] = ("judge",)
    fits: Callable[[Track], bool] = _everywhere
    leads: bool = False
    shows: Shows = field(default_factory=Shows)
    apart: SaysApart = _nothing


FAMILIES: Registry[Family] = Registry(
    "family of measures", order=lambda family: not family.leads
)
register = FAMILIES.register


def families_of(track: Track) -> tuple[Family, ...]:
    """Return the families that a track uses, the leading one first."""
    return tuple(family for family in FAMILIES if family.fits(track))
