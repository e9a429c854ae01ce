"""Rows that several parts of a page need, read once while the page is made.

Outside of `single_reads` everything is read each time, so nothing is kept between
requests, nor within one that writes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.core.exceptions import EmptyResultSet
from django.db.models import QuerySet

P = ParamSpec("P")
T = TypeVar("T")

_found: ContextVar[dict[Hashable, Any] | None] = ContextVar("found", default=None)


@contextmanager
def single_reads() -> Iterator[None]:
    """Read the same rows once inside the block, which writes nothing."""
    token = _found.set({})
    try:
        yield
    finally:
        _found.reset(token)


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Return a function that reads once for the same arguments; these are hashable."""

    @wraps(read)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        return _once((read, args, *kwargs.items()), lambda: read(*args, **kwargs))

    return once


def rows_once(query: QuerySet[Any, T]) -> list[T]:
    """Return the rows of a query; those of an equal query are read once."""
    if _found.get() is None:
        return list(query)
    compiler: Any = query.query.get_compiler(using=query.db)
    try:
        sql, params = compiler.as_sql()
    except EmptyResultSet:
        return []

    def read() -> list[T]:
        bound = copy(compiler)
        bound.as_sql = lambda *_how, **_more: (sql, params)
        asked = query.all()
        asked.query.get_compiler = lambda *_how, **_more: bound  # type: ignore[method-assign]
        return list(asked)

    private: Any = query
    how = private._prefetch_related_lookups, private._iterable_class  # noqa: SLF001
    return list(_once((sql, repr(params), repr(how)), read))


def _once(key: Hashable, read: Callable[[], T]) -> T:
    found = _found.get()
    if found is None:
        return read()
    if key not in found:
        found[key] = read()
    return cast(T, found[key])
