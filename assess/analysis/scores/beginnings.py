"""What a family's scores begin with where nobody chose: the default, or the fullest."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from assess.analysis.models import DefaultCondition
from assess.analysis.scores.conditions import offered
from assess.analysis.scores.families import Family
from runs.models import Track
from runs.views.sights import Seen

CHOSEN_BY = ("condition", "bank", "judge")  # what names a condition in a query


class First(NamedTuple):
    """What a request begins with: its query with the condition, and why that one.

    why: "" where the request names a condition; else chosen, fullest, gone (a choice
    that can no longer be followed; the fullest stands in) or nothing. chosen: the
    default that holds.
    """

    query: dict[str, str]
    why: str
    chosen: DefaultCondition | None


def first_of(family: Family, seen: Seen, asked: Mapping[str, str]) -> First:
    """Return what a request for scores begins with."""
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
    """Return the rows that scores begin with, by their names.

    A condition by its public id: where that which comes first has no name, the fullest
    that has one.
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
    """Return the choice that holds for a reader; None where there is none."""
    return default_in(trail_of(family, seen.track), organizes=seen.organizes)


def default_in(
    trail: list[DefaultCondition], *, organizes: bool
) -> DefaultCondition | None:
    """Return the choice that holds, of a family's trail with the latest first."""
    everybody, viewers = DefaultCondition.EVERYBODY, DefaultCondition.VIEWERS
    latest = {row.audience: row for row in reversed(trail)}
    for audience in (everybody,) if organizes else (viewers, everybody):
        row = latest.get(audience)
        if row and row.query:
            return row
    return None


def trail_of(family: Family, track: Track) -> list[DefaultCondition]:
    """Return every choice of a family's default, the latest first."""
    rows = DefaultCondition.objects.filter(track=track, family=family.name)
    return list(rows.select_related("by"))


def can_be_followed(family: Family, track: Track, query: str) -> bool:
    """Say whether a query names a condition that is there."""
    return basis_said(family, track, query) != ""


def basis_said(family: Family, track: Track, query: str) -> str:
    """Return the condition that a query names in words, "" where it names none."""
    asked = QueryDict(query)
    if not asked or not set(asked) <= set(CHOSEN_BY) or not all(asked.values()):
        return ""
    form = family.form(asked, track=track)
    basis = form.basis if form.is_valid() else None
    if basis is None:
        return ""
    rows = [getattr(basis, name) for name in family.named_for]
    said = ", ".join(str(getattr(row, "full_name", row)) for row in rows)
    condition = str(getattr(basis, "condition", ""))
    return f"{condition} ({said})" if condition else said


def _with(query: str, own: Mapping[str, str]) -> dict[str, str]:
    first = QueryDict(query)
    return {name: first[name] for name in first} | dict(own)
