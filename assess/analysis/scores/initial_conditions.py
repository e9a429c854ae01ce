"""The initial condition of a family's scores: the default, or the fullest."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from assess.analysis.models import DefaultCondition
from assess.analysis.scores.conditions import offered
from assess.analysis.scores.families import Family
from config.operations.single_reads import rows_once
from runs.models import Track
from runs.views.visibility import Seen

CHOSEN_BY = (
    "condition",
    "bank",
    "judge",
    "round",
)  # parameters that select a condition


class First(NamedTuple):
    """The initial condition of a request: its query with the condition, and why.

    why: "" if the request names a condition; else chosen, fullest, gone (a default that
    no longer exists; the fullest replaces it) or nothing. chosen: the current default.
    """

    query: dict[str, str]
    why: str
    chosen: DefaultCondition | None


def first_of(family: Family, seen: Seen, asked: Mapping[str, str]) -> First:
    """Return the initial condition of a request for scores."""
    own = {name: asked[name] for name in asked}
    chosen = default_of(family, seen)
    if any(own.get(name) for name in CHOSEN_BY):
        return First(own, "", chosen)
    if chosen and can_be_followed(family, seen.track, chosen.query):
        return First(_with(chosen.query, own), "chosen", chosen)
    fullest = offered(family, seen.track).fullest()
    why = "gone" if chosen else "fullest"
    return First(_with(fullest, own), why if fullest else "", chosen)


def first_parts(family: Family, seen: Seen, names: Collection[str]) -> dict[str, Any]:
    """Return the rows of the initial condition, by their names.

    A condition is given by its public id: if the first one has no name, the fullest one
    that has.
    """
    query = first_of(family, seen, {}).query
    form = family.form(query, track=seen.track)
    basis = form.basis if query and form.is_valid() else None
    found: dict[str, Any] = {name: query[name] for name in names if name in query}
    for name in family.named_for:
        if basis is not None and name in names:
            found[name] = getattr(basis, name)
    if "condition" in names and "condition" not in found:
        saved = QueryDict(offered(family, seen.track).fullest(saved=True))
        found |= {name: saved[name] for name in saved}
    return found


def default_of(family: Family, seen: Seen) -> DefaultCondition | None:
    """Return the current default for a reader; None if there is none."""
    return default_in(trail_of(family, seen.track), organizes=seen.organizes)


def default_in(
    trail: list[DefaultCondition], *, organizes: bool
) -> DefaultCondition | None:
    """Return the current default, given a family's choices with the latest first."""
    everybody, viewers = DefaultCondition.EVERYBODY, DefaultCondition.VIEWERS
    latest = {row.audience: row for row in reversed(trail)}
    for audience in (everybody,) if organizes else (viewers, everybody):
        row = latest.get(audience)
        if row and row.query:
            return row
    return None


def trail_of(family: Family, track: Track) -> list[DefaultCondition]:
    """Return every choice of a family's default, the latest first."""
    rows = DefaultCondition.objects.filter(track=track).select_related("by")
    return [row for row in rows_once(rows) if row.family == family.name]


def can_be_followed(family: Family, track: Track, query: str) -> bool:
    """Return whether a query selects an existing condition."""
    return basis_said(family, track, query) != ""


def basis_said(family: Family, track: Track, query: str) -> str:
    """Return in words the condition that a query selects, "" if there is none."""
    asked = QueryDict(query)
    if not asked or not set(asked) <= set(CHOSEN_BY) or not all(asked.values()):
        return ""
    form = family.form(asked, track=track)
    basis = form.basis if form.is_valid() else None
    if basis is None:
        return ""
    rows = [getattr(basis, name) for name in family.named_for]
    words = [str(getattr(row, "full_name", row)) for row in rows]
    said = ", ".join([*words, *protocol_of(basis)])
    condition = str(getattr(basis, "condition", ""))
    return f"{condition} ({said})" if condition else said


def protocol_of(basis: Any) -> list[str]:  # noqa: ANN401 - of any family
    """Return the name of the round of a basis, if it has one other than the first."""
    protocol = getattr(basis, "protocol", "")
    return [protocol] if protocol else []


def _with(query: str, own: Mapping[str, str]) -> dict[str, str]:
    first = QueryDict(query)
    return {name: first[name] for name in first} | dict(own)
