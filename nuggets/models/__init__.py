"""Banks, nuggets, their assignments, and the conditions of scores."""

from nuggets.models.answers import AnswerRevision, GoldAnswer
from nuggets.models.banks import Bank, BankVersion, Edit, Listing, PinnedSubnarrative
from nuggets.models.conditions import Condition, ConditionEdit
from nuggets.models.labels import AssignmentLabel
from nuggets.models.nuggets import Descent, Nugget, NuggetSource

__all__ = [
    "AnswerRevision",
    "AssignmentLabel",
    "Bank",
    "BankVersion",
    "Condition",
    "ConditionEdit",
    "Descent",
    "Edit",
    "GoldAnswer",
    "Listing",
    "Nugget",
    "NuggetSource",
    "PinnedSubnarrative",
]
