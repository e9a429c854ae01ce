"""The defaults of pages of banks and labels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Case, OuterRef, QuerySet, Subquery, When
from django.db.models.lookups import IsNull

from assess.judging.judges.order import behind_of, places_of
from assess.judging.models import Judge
from nuggets.models import AssignmentLabel, Bank, BankVersion, Condition, Listing
from runs.models import Track

_VITAL = Case(When(importance="vital", then=0), default=1)  # these come first


def in_order(conditions: Iterable[Condition]) -> list[Condition]:
    """Return conditions in the order of their judges, then by age."""
    rows = list(conditions)
    places = places_of(row.assignment_judge for row in rows)
    return sorted(rows, key=lambda row: (places[row.assignment_judge_id], row.pk))


def first_labelled(
    conditions: Sequence[Condition], judges: Iterable[Judge]
) -> Condition | None:
    """Return the first condition with anything to score, None if there is none.

    judges: the track's, or those of them with assignments.
    """
    behind = behind_of((row.assignment_judge for row in conditions), judges)
    return next(
        (
            row
            for row in conditions
            if _has_labels(row, behind[row.assignment_judge_id])
        ),
        None,
    )


def _has_labels(condition: Condition, judges: Collection[int]) -> bool:
    """Return whether any of these judges labelled the first nugget of a topic.

    A judge with labels of a topic's nuggets has one of that nugget, whatever the cap.
    """
    if not judges:
        return False
    versions = BankVersion.objects.filter(bank=condition.bank_id).current().order_by()
    if topics := [topic.pk for topic in condition.topics.all()]:
        versions = versions.filter(topic__in=topics)
    listed = Listing.objects.filter(version=OuterRef("pk")).order_by(_VITAL, "position")
    given: QuerySet[Any] = AssignmentLabel.objects.given().order_by()
    own = given.filter(nugget=OuterRef("first"), judge__in=judges, round=0)
    # One topic at a time: otherwise a bank without labels may cost a read of all
    # labels.
    labelled = IsNull(Subquery(own.values("pk")[:1]), False)  # noqa: FBT003
    versions = versions.annotate(first=Subquery(listed.values("nugget")[:1]))
    return versions.filter(labelled).exists()


def first_condition(track: Track) -> Condition | None:
    """Return the default condition of a track, with bank and judge.

    It is the first one with labels, or the first of all if none has any.
    """
    rows = Condition.objects.filter(track=track)
    found = in_order(rows.select_related("bank", "assignment_judge"))
    if len(found) > 1:
        judges = Judge.objects.visible().filter(track=track)
        return first_labelled(found, judges) or found[0]
    return next(iter(found), None)


def first_bank(track: Track) -> Bank | None:
    """Return the bank of the default condition."""
    condition = first_condition(track)
    return condition.bank if condition else None


def first_judge(track: Track) -> Judge | None:
    """Return the assignment judge of the default condition."""
    condition = first_condition(track)
    return condition.assignment_judge if condition else None
