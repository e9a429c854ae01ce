"""Results cached by value: under the digest of all that they are computed from.

A result can never belong to other numbers, and nothing has to be cleared. Results that
a later label makes wrong are kept by revision, in `assess.judging.labels.cache`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np
from django.core.cache import cache
from numpy.typing import NDArray

SEED = 20_240_521  # fixed, so that equal scores give equal results
KEPT = 7 * 24 * 3600  # seconds

Found = TypeVar("Found")


def computed(
    what: str,
    asked: Hashable,
    *tables: NDArray[np.generic],
    make: Callable[[np.random.Generator], Found],
) -> Found:
    """Return what `make` finds in the tables, or found in equal ones before.

    asked: all else that the result depends on, compared by its repr.
    """
    name = _name(what, asked, *tables)
    cached: tuple[Found] | None = cache.get(name)
    if cached is None:
        cached = (make(np.random.default_rng(SEED)),)
        cache.set(name, cached, KEPT)
    return cached[0]


def already_computed(
    what: str, asked: Hashable, *tables: NDArray[np.generic]
) -> Any | None:  # noqa: ANN401 - what `make` found
    """Return the cached result for equal tables, None if there is none."""
    cached: tuple[Any] | None = cache.get(_name(what, asked, *tables))
    return cached[0] if cached else None


def _name(what: str, asked: Hashable, *tables: NDArray[np.generic]) -> str:
    digest = sha256(repr((asked, [each.shape for each in tables])).encode())
    for each in tables:
        digest.update(np.ascontiguousarray(each).tobytes())
    return f"scores:{what}:{SEED}:{digest.hexdigest()}"
