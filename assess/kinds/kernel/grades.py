"""The relevance grade that follows from the sub-narratives that a passage covers."""

from collections.abc import Collection
from typing import NamedTuple


class CoveredGrade(NamedTuple):
    """A grade, and the places of the sub-narratives that count as covered.

    None: it is not known which.
    """

    grade: int
    covered: tuple[int, ...] | None = ()


def grade_for_ticks(covered: int) -> int | None:
    """Return the grade 2 to 4 for a number of covered sub-narratives (P4 3.1).

    One gives 2, two or three give 3, four or more give 4. None covered gives None: the
    judge then decides between 0 and 1.
    """
    if covered < 0:
        raise ValueError("a passage cannot cover fewer than no sub-narratives")
    if covered == 0:
        return None
    return 2 if covered == 1 else 3 if covered <= 3 else 4


def proposals(parts: int, *, scale: Collection[int]) -> list[int | None]:
    """Return the grade proposed for one tick, two ticks and so on, up to all `parts`.

    None if the scale does not have that grade.
    """
    found = [grade_for_ticks(ticks) for ticks in range(1, parts + 1)]
    return [grade if grade in scale else None for grade in found]
