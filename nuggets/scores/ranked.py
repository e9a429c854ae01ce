"""The conditions of nugget scores that can be compared: saved ones, bank by judge."""

from __future__ import annotations

from assess.rankings.conditions import PEOPLE, Choice, Choices, offer
from assess.reading.agreement import judges_with_labels
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Condition
from nuggets.scores.basis import said_of
from runs.models import Track


def conditions(track: Track) -> Choices:
    """Offer the track's saved conditions, then each bank with each judge."""
    saved = (
        Condition.objects.filter(track=track)
        .select_related("assignment_judge")
        .prefetch_related("topics")
    )
    judges = list(judges_with_labels(track, ASSIGNMENT).select_related("track"))
    banks = Bank.objects.visible().filter(track=track)
    own = [
        Choice(
            f"condition={row.uuid}", said_of(row), row.assignment_judge.kind in PEOPLE
        )
        for row in saved
    ]
    by_bank = [
        (
            f"Bank {bank}",
            [
                Choice(
                    f"bank={bank.uuid}&judge={j.uuid}", j.full_name, j.kind in PEOPLE
                )
                for j in judges
            ],
        )
        for bank in banks
    ]
    return [("Saved conditions", own), *by_bank]


offer("nuggets", ASSIGNMENT, conditions)
