"""What a response's page shows, and which scores are shown where nobody chose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, Subquery

from assess.judging.judges.order import in_order
from assess.judging.labels.overlap import judges_behind
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks import beginnings as first
from nuggets.banks.scoring_list import scored_listings
from nuggets.models import AssignmentLabel, Bank, Condition, Listing
from nuggets.scores.basis import Basis
from runs.models import Response


class LabelledNugget(NamedTuple):
    """A nugget of the bank with its label on a response, "" where there is none."""

    listing: Listing
    value: str


def labelled_nuggets(basis: Basis, response: Response) -> list[LabelledNugget]:
    """Return the nuggets that score a response, each with its label."""
    listings = scored_listings(basis.bank).get(response.topic_id, [])
    given = labels_of(basis.judge, ASSIGNMENT, where=Q(response=response))
    return [
        LabelledNugget(listing, given.get((listing.nugget_id, response.pk), ""))
        for listing in listings
    ]


def first_choice(
    conditions: Iterable[Condition], judges: Iterable[Judge], *, banks: QuerySet[Bank]
) -> dict[str, str]:
    """Return what to show where nobody chose: a condition or else a bank with labels.

    A condition without any where there is nothing else. judges: those with
    assignments, by name. banks: all that can be chosen; a single one is taken as it is.
    """
    saved, given = first.in_order(conditions), in_order(judges)
    if condition := first.first_labelled(saved, given):
        return {"condition": str(condition.uuid)}
    judge = next(iter(given), None)
    if judge and (bank := _bank_of(judge, banks)):
        return {"bank": str(bank), "judge": str(judge.uuid)}
    return {"condition": str(saved[0].uuid)} if saved else {}


def _bank_of(judge: Judge, banks: QuerySet[Bank]) -> UUID | None:
    """Return the only bank, of many the latest that lists what any label is on."""
    if len(banks) == 1:
        return banks[0].uuid
    given: QuerySet[Any] = AssignmentLabel.objects.given().order_by()
    given = given.filter(judge__in=judges_behind(judge))
    listed = Q(versions__listings__nugget=Subquery(given.values("nugget")[:1]))
    found = banks.select_related(None).filter(listed).order_by("-pk")
    return found.values_list("uuid", flat=True).first()
