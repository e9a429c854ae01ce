"""Threads that do work on many items at once; results come in the items' order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")
R = TypeVar("R")

WAKE_EVERY = 0.5  # seconds between two looks around while a result is waited for

# Items begun beyond the one that is waited for, per thread: a slow reply keeps no other
# thread idle, and memory does not grow with the number of items.
AHEAD = 4


def in_order(
    work: Callable[[T], R],
    items: Iterable[T],
    *,
    width: int,
    over: threading.Event,
    idle: Callable[[], None],
) -> Generator[tuple[T, Future[R]]]:
    """Yield each item with its finished work, in order, `width` of them at a time.

    `idle` is called now and then while a result is waited for, and may raise. When the
    generator is closed, `over` is set, work that has not begun is dropped, and begun
    work is waited for. Each thread has its own database connection; one at a time needs
    no thread.
    """
    if width == 1:
        for item in items:
            yield item, _done(work, item)
        return
    crew = _Crew(work, width)
    try:
        for item in items:
            crew.begin(item)
            if len(crew.begun) >= width * AHEAD:
                yield crew.finished(idle)
        while crew.begun:
            yield crew.finished(idle)
    finally:
        over.set()
        crew.stop()


class _Crew(Generic[T, R]):
    """Threads that serve one queue."""

    def __init__(self, work: Callable[[T], R], width: int) -> None:
        self.begun: deque[tuple[T, Future[R]]] = deque()
        self._work = work
        self._tasks: SimpleQueue[tuple[T, Future[R]] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._serve, name=f"crew-{n}") for n in range(width)
        ]
        for thread in self._threads:
            thread.start()

    def begin(self, item: T) -> None:
        """Put one item into the queue."""
        task = item, Future[R]()
        self.begun.append(task)
        self._tasks.put(task)

    def finished(self, idle: Callable[[], None]) -> tuple[T, Future[R]]:
        """Wait for the oldest item and return it."""
        while not wait([self.begun[0][1]], timeout=WAKE_EVERY).done:
            idle()
        return self.begun.popleft()

    def stop(self) -> None:
        """Drop what has not begun, and wait for the rest."""
        for _, future in self.begun:
            future.cancel()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        try:
            while (task := self._tasks.get()) is not None:
                item, future = task
                if future.set_running_or_notify_cancel():
                    _do(self._work, item, future)
        finally:
            connections.close_all()


def _done(work: Callable[[T], R], item: T) -> Future[R]:
    future = Future[R]()
    _do(work, item, future)
    return future


def _do(work: Callable[[T], R], item: T, future: Future[R]) -> None:
    try:
        future.set_result(work(item))
    except BaseException as error:  # raised again where the result is read
        future.set_exception(error)
