"""The part that exports of assignments share."""

from assess.exports.parts import judge_of_kind
from nuggets.assignment.kind import ASSIGNMENT

JUDGE = judge_of_kind(ASSIGNMENT.name)
