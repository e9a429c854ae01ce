"""Which items judges disagree on, so that somebody has to settle them."""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, get_args

Sort = Literal["any", "distance", "cut"]
SORTS: tuple[Sort, ...] = get_args(Sort)


class Threshold(NamedTuple):
    """The differences that count.

    - any: every difference
    - distance: labels at least so many places from each other on the scale
    - cut: one label below this value, another at or above it
    """

    sort: Sort = "any"
    distance: int = 1
    cut: str = ""


def is_disputed(
    labels: Collection[str],
    threshold: Threshold,
    *,
    scale: Sequence[str],
    apart: Collection[str] = (),
) -> bool:
    """Return whether the labels of one item differ by at least the threshold.

    scale lists the values from lowest to highest; "" means no label. A value in
    `apart`, or one that is no longer on the scale, has no place in the order: it
    differs from every other value, by any threshold.
    """
    given = set(labels) - {""}
    ordered = [value for value in scale if value not in apart]
    places = [ordered.index(value) for value in given if value in ordered]
    if len(given) < 2 or len(places) < len(given):
        return len(given) > 1
    if threshold.sort == "distance":
        return max(places) - min(places) >= threshold.distance
    if threshold.sort == "cut":
        return min(places) < ordered.index(threshold.cut) <= max(places)
    return True
