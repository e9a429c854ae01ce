"""A lock on a data folder: one launcher or restore at a time."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Lock the folder, or exit with a message that a running Assay has locked it."""
    with (var / "up.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"Assay already runs from {var}.") from None
        yield
