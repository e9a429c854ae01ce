"""Concurrency: functions that run at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection


def at_once(
    *works: Callable[[], object], refusals: tuple[type[Exception], ...] = ()
) -> list[object]:
    """Run functions in threads that start together; return their results.

    If a function is refused, its result is the refusal; any other error is raised.
    """
    start = Barrier(len(works))

    def run(work: Callable[[], object]) -> object:
        start.wait()
        try:
            return work()
        except refusals as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))
