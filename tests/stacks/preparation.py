"""What takes long to prepare: one process of a run does it, the others read it."""

import fcntl
import os
import pickle
from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T")


def prepared(name: str, factory: pytest.TempPathFactory, prepare: Callable[[], T]) -> T:
    """Return what `prepare` returns, which one of the run's processes calls.

    It is kept, pickled, in the run's temporary folder: bytes, texts and the like, not
    rows of a database, of which each process has its own.
    """
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    file = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            made = pickle.dumps(prepare())
            file.write_bytes(made)
        found: T = pickle.loads(file.read_bytes())  # noqa: S301 - our own file
    return found
