"""When a job is suspected of killing workers, and when it is given up.

If one job of a process kills it, all its jobs die. So the first two deaths only make a
job a suspect. From then on it runs alone, and only those deaths count towards giving it
up, unless it got further than ever before.
"""

from typing import NamedTuple

SHARED = 2  # deaths after which a job runs alone
ALONE = 5  # deaths alone after which it is given up
MOST = SHARED + ALONE


class Deaths(NamedTuple):
    """A job's deaths since it last got further, and the fewest steps left at one.

    least_left: None if no death had a known number of steps.
    """

    number: int
    least_left: int | None

    @property
    def is_suspect(self) -> bool:
        """Return whether the job must run alone."""
        return self.number >= SHARED

    @property
    def is_given_up(self) -> bool:
        """Return whether the job has died alone too often."""
        return self.number >= MOST


def one_more(deaths: Deaths, *, done: int, total: int | None) -> Deaths:
    """Return the deaths after another one, at `done` of `total` steps.

    A job with fewer steps left than at any death before has got further: it stays a
    suspect, but none of its deaths counts towards giving it up.
    """
    number, least = deaths
    left = None if total is None else max(0, total - done)
    if left is None or (least is not None and left >= least):
        return Deaths(number + 1, least)
    if least is None:
        return Deaths(number + 1, left)
    return Deaths(min(number + 1, SHARED), left)
