"""The conditions of each family of measures that can be compared on a track.

A condition is named by the query that makes the family's form choose it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import QueryDict

from assess.kinds import Kind
from assess.models import Judge
from assess.reading.agreement import judges_with_labels
from assess.relevance.kind import RELEVANCE
from assess.scores.families import Family
from assess.support.kind import SUPPORT
from runs.models import Track

PEOPLE = (Judge.PERSON, Judge.PANEL, Judge.ADJUDICATION)


class Choice(NamedTuple):
    """A condition to choose: its query, its words, whether people judged."""

    query: str
    says: str
    by_people: bool


Choices = list[tuple[str, list[Choice]]]  # by group


class Condition(NamedTuple):
    """What scores rest on, by its query and in words."""

    query: str
    says: str
    basis: Any


class Offer(NamedTuple):
    """The kind of label behind a family, and the conditions it has on a track."""

    kind: Kind
    conditions: Callable[[Track], Choices]


_offers: dict[str, Offer] = {}


def offer(family: str, kind: Kind, conditions: Callable[[Track], Choices]) -> None:
    """Say which conditions a family of measures has on a track, the best first."""
    _offers[family] = Offer(kind, conditions)


def offered(family: Family, track: Track) -> Choices:
    """Return the conditions of a family, groups without any left out."""
    if family.name not in _offers:
        return []
    return [group for group in _offers[family.name].conditions(track) if group[1]]


def first_two(choices: Choices) -> tuple[str, ...]:
    """Return whom to compare where nobody chose: people with a machine, if any."""
    every = [choice for _, group in choices for choice in group]
    left = [choice for choice in every if choice.by_people] or every
    right = [choice for choice in every if not choice.by_people] or every
    pair = [*left[:1], *(choice for choice in right if choice != left[0])]
    return tuple(choice.query for choice in pair[:2]) if len(pair) > 1 else ()


def kind_of(family: Family) -> Kind:
    """Return the kind of label behind a family with conditions."""
    return _offers[family.name].kind


def condition(family: Family, track: Track, query: str, says: str) -> Condition | None:
    """Return what an offered query chooses; None where it has become nothing."""
    form = family.form(QueryDict(query), track=track)
    basis = form.basis if form.is_valid() else None
    return None if basis is None else Condition(query, says, basis)


def offer_judges(family: str, kind: Kind) -> None:
    """Offer every judge with labels of a kind, each with all else as by default."""

    def judges(track: Track) -> Choices:
        rows = judges_with_labels(track, kind).select_related("track")
        own = [
            Choice(f"judge={row.uuid}", row.full_name, row.kind in PEOPLE)
            for row in rows
        ]
        return [("Labels of", own)]

    offer(family, kind, judges)


offer_judges("support", SUPPORT)
offer_judges("retrieval", RELEVANCE)
