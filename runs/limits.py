"""The operator's limits for reading a file."""

import time

from django.conf import settings

from runs.kernel.checks.decompression import Limits


def reading_limits(*, named: bool) -> Limits:
    """Return the limits; named: a file given to a command may have any size.

    People who can run a command on this machine may fill its disk anyway.
    """
    return Limits(
        size=None if named else settings.UNPACKED_LIMIT,
        ratio=settings.UNPACKED_RATIO,
        lines=settings.LINES_LIMIT,
        line=settings.LINE_LIMIT,
    )


def overdue(started: float) -> str:
    """Return a sentence if a reading begun then (monotonic) takes too long, else ""."""
    most = settings.READING_LIMIT
    if time.monotonic() - started <= most:
        return ""
    return (
        f"Reading the file took more than {most / 60:,g} minutes. Split it, or have "
        "the operator raise READING_LIMIT_MINUTES."
    )
