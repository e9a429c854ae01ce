"""The scores of one response, nugget by nugget: an oracle (P1 3.5, P4 3.2)."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from nuggets.kernel.nugget_scores import Unlabelled

CREDIT = {"support": 1.0, "partial_support": 0.5, "not_support": 0.0}
STRICT_CREDIT = {"support": 1.0, "partial_support": 0.0, "not_support": 0.0}


class Judged(NamedTuple):
    """One nugget of a bank with its label on a response.

    importance: "vital", "okay" or "" (none). value: "" for unlabelled. subnarrative:
    any identifier, None = not mapped.
    """

    importance: str
    value: str
    subnarrative: Hashable | None = None


def score_response(
    nuggets: Sequence[Judged], *, unlabelled: Unlabelled = "undefined"
) -> dict[str, float | None]:
    """Score one response; None is undefined.

    With s = 1, 1/2, 0 for support, partial_support, not_support (strict: 1, 0, 0):
    A = sum s / N; V = sum s over vital / n_vital; W = (sum s over vital + 1/2 sum s
    over okay) / (n_vital + n_okay / 2).
    """
    vital = [nugget for nugget in nuggets if nugget.importance == "vital"]
    okay = [nugget for nugget in nuggets if nugget.importance == "okay"]
    scores = {
        "V_strict": _share(vital, STRICT_CREDIT),
        "V": _share(vital, CREDIT),
        "W_strict": _weighted(vital, okay, STRICT_CREDIT),
        "W": _weighted(vital, okay, CREDIT),
        "A_strict": _share(nuggets, STRICT_CREDIT),
        "A": _share(nuggets, CREDIT),
        "coverage": _coverage(nuggets),
    }
    if unlabelled == "undefined" and not all(nugget.value for nugget in nuggets):
        return dict.fromkeys(scores)
    return scores


def _coverage(nuggets: Sequence[Judged]) -> float | None:
    mapped = {n.subnarrative for n in nuggets if n.subnarrative is not None}
    covered = {n.subnarrative for n in nuggets if n.value == "support"} & mapped
    return len(covered) / len(mapped) if mapped else None


def _sum(nuggets: Sequence[Judged], credit: dict[str, float]) -> float:
    return sum(credit[nugget.value] for nugget in nuggets if nugget.value)


def _share(nuggets: Sequence[Judged], credit: dict[str, float]) -> float | None:
    return _sum(nuggets, credit) / len(nuggets) if nuggets else None


def _weighted(
    vital: Sequence[Judged], okay: Sequence[Judged], credit: dict[str, float]
) -> float | None:
    total = len(vital) + len(okay) / 2
    gained = _sum(vital, credit) + _sum(okay, credit) / 2
    return gained / total if total else None
