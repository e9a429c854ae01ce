"""The part that exports of assignments share."""

from assess.exports.parts import judge_of_kind
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.first import first_judge

JUDGE = judge_of_kind(ASSIGNMENT.name)._replace(first=first_judge)
