"""The jobs of this process: many at once, or one suspect alone.

A job that was running when workers died runs alone, so that its next death is its own
and ends no other job. It waits until the other jobs of the process have ended;
meanwhile none begins. A job that finds no place is tried again when the sweeper rings,
here or in another worker. Waiting takes no lease, so two workers never wait for each
other.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Room:
    """The jobs of one process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._kept = False  # for one job, which waits or works alone

    @contextmanager
    def place(self, *, alone: bool) -> Iterator[bool]:
        """Yield True with a place for one job, False if there is none.

        alone: wait until all other jobs have ended, and admit none until the end.
        """
        if not self._enter(alone=alone):
            yield False
            return
        try:
            yield True
        finally:
            self._leave(alone=alone)

    def _enter(self, *, alone: bool) -> bool:
        with self._changed:
            if self._kept:
                return False
            self._kept = alone
            if alone:
                self._changed.wait_for(lambda: self._inside == 0)
            self._inside += 1
            return True

    def _leave(self, *, alone: bool) -> None:
        with self._changed:
            self._inside -= 1
            if alone:
                self._kept = False
            self._changed.notify_all()
