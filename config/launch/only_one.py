"""One launcher or restore at a time in a data folder."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold the folder, or say that a running Assay holds it."""
    with (var / "up.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"Assay already runs from {var}.") from None
        yield
