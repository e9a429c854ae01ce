"""Pairs of texts for an entailment model, and the probabilities that it returns.

The contract of the endpoint: the request's body is a JSON list of objects
{"premise", "hypothesis"}; the reply's is a JSON list of as many lists of three numbers,
the probabilities of entailment, neutral and contradiction, which add up to 1.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import NamedTuple

from llm.kernel.reply import BadReply

SLACK = 0.02  # by which a sum may miss 1, since models round


class Pair(NamedTuple):
    """A premise, and a text that it may entail."""

    premise: str
    hypothesis: str


class Probabilities(NamedTuple):
    """What an entailment model says of a pair, each from 0 to 1."""

    entailment: float
    neutral: float
    contradiction: float

    @property
    def percent(self) -> float:
        """Return the probability of entailment in percent, to one decimal."""
        return round(100 * self.entailment, 1)


def written_pairs(pairs: Sequence[Pair]) -> str:
    """Return the body of a request."""
    return json.dumps([pair._asdict() for pair in pairs], ensure_ascii=False)


def read_probabilities(reply: str, *, expected: int) -> list[Probabilities]:
    """Return the probabilities of each pair; raise BadReply for anything else."""
    try:
        found = json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise BadReply("The reply is not JSON.") from error
    if not isinstance(found, list) or len(found) != expected:
        raise BadReply(f"The reply is no list of {expected} entries.")
    return [_row(place, row) for place, row in enumerate(found)]


def _row(place: int, row: object) -> Probabilities:
    if not isinstance(row, list) or len(row) != len(Probabilities._fields):
        raise BadReply(f"Entry {place} is no list of three numbers.")
    numbers = [each for each in row if type(each) in (int, float) and 0 <= each <= 1]
    if len(numbers) != len(row):
        raise BadReply(f"Entry {place} has something other than three probabilities.")
    if not math.isclose(sum(numbers), 1, abs_tol=SLACK):
        raise BadReply(f"The probabilities of entry {place} do not add up to 1.")
    return Probabilities(*map(float, numbers))
