"""The scores of one response under one bank version and one judge (P1 3.5, P4 3.2)."""

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple, TypeVar

VALUES = ("support", "partial_support", "not_support")
CREDIT = {"support": 1.0, "partial_support": 0.5, "not_support": 0.0}
STRICT_CREDIT = {"support": 1.0, "partial_support": 0.0, "not_support": 0.0}

METRICS = ("V_strict", "V", "W_strict", "W", "A_strict", "A")

Unlabelled = Literal["undefined", "not_support"]
T = TypeVar("T")


class UnknownLabel(ValueError):
    """A value or importance that the method does not know; the message names it."""


class Judged(NamedTuple):
    """One nugget of a bank with its label on a response.

    importance: "vital", "okay" or "" (none). value: one of VALUES, "" = unlabelled.
    subnarrative: whatever names it, None = not mapped.
    """

    importance: str
    value: str
    subnarrative: Hashable | None = None


class Scores(NamedTuple):
    """One response's scores, 0 to 1, None where undefined; L in words.

    coverage: the share of covered sub-narratives. nuggets, unlabelled: counts.
    """

    A: float | None
    A_strict: float | None
    V: float | None
    V_strict: float | None
    W: float | None
    W_strict: float | None
    coverage: float | None
    L: int | None
    nuggets: int
    unlabelled: int


def score_response(
    nuggets: Sequence[Judged],
    *,
    words: int | None = None,
    unlabelled: Unlabelled = "undefined",
) -> Scores:
    """Score one response; nuggets are all those of the bank version, capped or not.

    With s = 1, 1/2, 0 for support, partial_support, not_support (strict: 1, 0, 0):
    A = sum s / N; V = sum s over vital / n_vital; W = (sum s over vital + 1/2 sum s
    over okay) / (n_vital + n_okay / 2). A nugget without importance counts in A and
    coverage alone. A denominator of 0 makes the score None. So does an unlabelled
    nugget for every score, unless unlabelled="not_support" takes it for one.
    """
    _check(nuggets)
    missing = sum(not nugget.value for nugget in nuggets)
    if missing and unlabelled == "undefined":
        return _undefined(words, len(nuggets), missing)
    vital = [nugget for nugget in nuggets if nugget.importance == "vital"]
    okay = [nugget for nugget in nuggets if nugget.importance == "okay"]
    return Scores(
        A=_share(nuggets, CREDIT),
        A_strict=_share(nuggets, STRICT_CREDIT),
        V=_share(vital, CREDIT),
        V_strict=_share(vital, STRICT_CREDIT),
        W=_weighted(vital, okay, CREDIT),
        W_strict=_weighted(vital, okay, STRICT_CREDIT),
        coverage=subnarrative_coverage(nuggets),
        L=words,
        nuggets=len(nuggets),
        unlabelled=missing,
    )


def subnarrative_coverage(nuggets: Sequence[Judged]) -> float | None:
    """Return the share of sub-narratives with a nugget that have one at support.

    Vital or okay alike (P4 3.2); the denominator is ours (method 6): sub-narratives
    to which at least one of these nuggets is mapped. None where there is none.
    """
    mapped = {n.subnarrative for n in nuggets if n.subnarrative is not None}
    covered = {n.subnarrative for n in nuggets if n.value == "support"} & mapped
    return len(covered) / len(mapped) if mapped else None


def capped(
    nuggets: Sequence[T], cap: int | None, *, vital: Callable[[T], bool]
) -> list[T]:
    """Return the first cap nuggets, vital first, the order kept inside each (P1 3.1).

    cap None keeps all, in that same order.
    """
    ordered = sorted(nuggets, key=lambda nugget: not vital(nugget))
    return ordered if cap is None else ordered[:cap]


def _undefined(words: int | None, nuggets: int, unlabelled: int) -> Scores:
    return Scores(
        A=None,
        A_strict=None,
        V=None,
        V_strict=None,
        W=None,
        W_strict=None,
        coverage=None,
        L=words,
        nuggets=nuggets,
        unlabelled=unlabelled,
    )


def _check(nuggets: Sequence[Judged]) -> None:
    for nugget in nuggets:
        if nugget.value and nugget.value not in CREDIT:
            raise UnknownLabel(f"unknown assignment {nugget.value!r}")
        if nugget.importance not in ("vital", "okay", ""):
            raise UnknownLabel(f"unknown importance {nugget.importance!r}")


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
