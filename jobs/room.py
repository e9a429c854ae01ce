"""Who works in this process: many jobs at once, or a suspect alone.

A job that was there when workers died runs alone, so that its next death is its own and
takes nobody with it. It waits until the jobs beside it have ended; meanwhile none
begins. Whoever finds no room comes back when the sweeper rings again, here or in
another worker. Waiting holds no lease, so two workers never wait for each other.
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
        """Give a place while the block runs; False where there is none.

        alone: wait until everybody else has left, and let nobody in until the end.
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
