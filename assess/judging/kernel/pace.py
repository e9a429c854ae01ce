"""The pace of work, and the time that the rest of it will take."""

from collections.abc import Collection, Sequence
from statistics import median


def median_seconds(active_ms: Sequence[int]) -> float | None:
    """Return the median of active times, in seconds; None without any."""
    return median(active_ms) / 1000 if active_ms else None


def seconds_left(left: int, seconds: float | None) -> float | None:
    """Return the time of so many items at so many seconds each.

    None if the pace is unknown and something is left.
    """
    if not left:
        return 0.0
    return None if seconds is None else left * seconds


def duration_words(seconds: float) -> str:
    """Return so many seconds in words: 48 s, 12 min, 3 h 20 min."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return f"{minutes} min"
    return f"{hours:,} h {minutes} min" if minutes else f"{hours:,} h"


def share_in(values: Sequence[str], counted: Collection[str]) -> float | None:
    """Return the share of values that are among the counted ones; None of none."""
    if not values:
        return None
    return sum(value in counted for value in values) / len(values)
