"""A small judged campaign: nuggets, responses and labels in one call each."""

from __future__ import annotations

from collections.abc import Sequence

from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import BankVersion
from runs.models import Response
from tests.make import make_label, nuggets_of

VALUE = {"S": "support", "P": "partial_support", "N": "not_support"}


def label_all(
    version: BankVersion, response: Response, judge: Judge, values: str
) -> None:
    """Label a version's nuggets in order: S, P, N, and - for none."""
    for nugget, value in zip(nuggets_of(version), values, strict=True):
        if value != "-":
            make_label(ASSIGNMENT, judge, nugget, response, value=VALUE[value])


def importances(vital: int, okay: int) -> Sequence[str]:
    """Return so many vital ones, then so many okay."""
    return ["vital"] * vital + ["okay"] * okay
