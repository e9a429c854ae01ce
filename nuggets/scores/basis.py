"""The basis of nugget scores: a bank, and a judge of its assignments."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from assess.judging.models import Judge
from nuggets.kernel.nugget_scores import Unlabelled
from nuggets.models import Bank, Condition
from runs.models import Track

MOST_NAMED = 10  # topics; a sentence then ends with the number of the others


@dataclass(frozen=True)
class Basis:
    """The basis of scores; topics None: all that the bank and the judge both have.

    `condition` is its name and topics, such as "manual: topics 1, 2 only"; "" if it has
    no name.
    """

    bank: Bank
    judge: Judge
    topics: frozenset[int] | None = None  # row numbers
    unlabelled: Unlabelled = "undefined"
    condition: str = ""


def saved_conditions(track: Track) -> QuerySet[Condition]:
    """Return a track's conditions with their judges and topics.

    Everything on a page asks for them by this query, so that it is read once.
    """
    rows = Condition.objects.filter(track=track).prefetch_related("topics")
    return rows.select_related("assignment_judge", "qrels_judge")


def basis_of(condition: Condition) -> Basis:
    """Return the basis of a saved condition's scores."""
    topics = frozenset(topic.pk for topic in condition.topics.all())
    return Basis(
        condition.bank,
        condition.assignment_judge,
        topics or None,
        condition=said_of(condition),
    )


def said_of(condition: Condition) -> str:
    """Return a condition's name, and the topics that it is restricted to, if any."""
    names = [topic.name for topic in condition.topics.all()]
    if not names:
        return condition.name
    more = len(names) - MOST_NAMED
    listed = ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    return f"{condition.name}: topic{'s' * (len(names) > 1)} {listed} only"
