"""A write that may come twice: its key, and what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

# What may differ when the same action is sent again: the key it goes by, what its
# person saw, and when.
BESIDE = frozenset({"key", "seen", "after", "client_time", "active_ms"})
SAYS = UUID("5d5c1ad7-4e0b-4a5e-9d0a-3b0f6a3c2f11")


class ReusedKey(ValueError):
    """The key came before with another request: the browser must take a new one.

    Answering as for that other one would lose this one.
    """

    def __init__(self) -> None:
        super().__init__("This key came before, with another request. Nothing changed.")


def body_mark(body: Mapping[str, Any]) -> UUID:
    """Return a mark of what a request's body says, equal for equal bodies alone."""
    says = {name: value for name, value in body.items() if name not in BESIDE}
    return uuid5(SAYS, json.dumps(says, sort_keys=True, default=str))


def check_same(kept: UUID | None, sent: UUID | None) -> None:
    """Raise ReusedKey where an action's second request says something else.

    None: a plain form, whose key is made from what it says.
    """
    if kept and sent and kept != sent:
        raise ReusedKey
