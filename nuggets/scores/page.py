"""What a response's page shows, and which scores are shown where nobody chose."""

from __future__ import annotations

from typing import NamedTuple, cast

from django.db.models import Case, Q, When
from django.db.models import Value as Constant

from assess.models import Judge
from assess.reading.agreement import judges_with_labels
from assess.reading.labels import labels_of
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.scored import scored_listings
from nuggets.models import AssignmentLabel, Bank, Condition, Listing
from nuggets.scores.basis import Basis
from runs.models import Response, Track


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


def first_choice(track: Track) -> dict[str, str]:
    """Return what to show where nobody chose: a condition, else a labelled bank."""
    conditions = Condition.objects.filter(track=track).order_by(
        _people_first("assignment_judge__kind"), "pk"
    )
    condition = conditions.first()
    if condition:
        return {"condition": str(condition.uuid)}
    judges = (
        judges_with_labels(track, ASSIGNMENT)
        .exclude(kind=Judge.PANEL)
        .order_by(_people_first("kind"), "name")
    )
    for judge in judges[:1]:
        given = AssignmentLabel.objects.by(judge).given().order_by()  # any will do
        bank = _bank_of(cast("AssignmentLabel | None", next(iter(given[:1]), None)))
        if bank:
            return {"bank": str(bank.uuid), "judge": str(judge.uuid)}
    return {}


def _people_first(kind: str) -> Case:
    """Order by who judges: panels and people before imports, models and baselines."""
    order = (Judge.PANEL, Judge.PERSON, Judge.IMPORT, Judge.MODEL, Judge.BASELINE)
    return Case(
        *(
            When(**{kind: name}, then=Constant(place))
            for place, name in enumerate(order)
        )
    )


def _bank_of(label: AssignmentLabel | None) -> Bank | None:
    """Return the latest bank that lists a label's nugget."""
    if label is None:
        return None
    visible = Bank.objects.visible()
    banks = visible.filter(versions__listings__nugget=label.nugget_id)
    return banks.order_by("-pk").first()
