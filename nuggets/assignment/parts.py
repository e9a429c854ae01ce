"""The part that exports of assignments share."""

from __future__ import annotations

from assess.exchange.exports.parts import judge_of_kind
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.beginnings import first_judge
from runs.models import Track

_LABELLED = judge_of_kind(ASSIGNMENT.name)


def _first(track: Track) -> Judge | None:
    found: Judge | None = first_judge(track) or _LABELLED.first(track)
    return found


JUDGE = _LABELLED._replace(first=_first)
