"""The content of a response's page, and the default basis of scores."""

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
from nuggets.banks import defaults as first
from nuggets.banks.scoring_list import scored_listings
from nuggets.models import AssignmentLabel, Bank, Condition, Listing
from nuggets.scores.basis import Basis
from runs.models import Response


class LabelledNugget(NamedTuple):
    """A nugget of the bank with its label on a response, "" if there is none."""

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
    """Return the default: a condition with labels, or else a bank with labels.

    If there is nothing else, a condition without labels. judges: those with
    assignments, by name. banks: all that can be selected; a single one is selected in
    any case.
    """
    saved, given = first.in_order(conditions), in_order(judges)
    if condition := first.first_labelled(saved, given):
        return {"condition": str(condition.uuid)}
    judge = next(iter(given), None)
    if judge and (bank := _bank_of(judge, banks)):
        return {"bank": str(bank), "judge": str(judge.uuid)}
    return {"condition": str(saved[0].uuid)} if saved else {}


def _bank_of(judge: Judge, banks: QuerySet[Bank]) -> UUID | None:
    """Return the only bank, of many the latest one that contains a labelled nugget."""
    if len(banks) == 1:
        return banks[0].uuid
    given: QuerySet[Any] = AssignmentLabel.objects.given().order_by()
    given = given.filter(judge__in=judges_behind(judge))
    listed = Q(versions__listings__nugget=Subquery(given.values("nugget")[:1]))
    found = banks.select_related(None).filter(listed).order_by("-pk")
    return found.values_list("uuid", flat=True).first()
