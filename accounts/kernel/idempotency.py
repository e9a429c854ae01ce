"""Repeated writes: the key of a write, and a digest of its content."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

# Fields that may differ when the same action is sent again: its key, what the person
# saw, and times.
BESIDE = frozenset({"key", "seen", "after", "client_time", "active_ms"})
SAYS = UUID("5d5c1ad7-4e0b-4a5e-9d0a-3b0f6a3c2f11")


class ReusedKey(ValueError):
    """The key was used before with another request; the browser must take a new key.

    Answering with the result of the earlier request would lose this one.
    """

    def __init__(self) -> None:
        super().__init__(
            "This key was used before, with another request. Nothing changed."
        )


def body_mark(body: Mapping[str, Any]) -> UUID:
    """Return a digest of a request's body; equal bodies have equal digests."""
    says = {name: value for name, value in body.items() if name not in BESIDE}
    return uuid5(SAYS, json.dumps(says, sort_keys=True, default=str))


def check_same(kept: UUID | None, sent: UUID | None) -> None:
    """Raise ReusedKey if the second request of an action has another content.

    None: a plain form, whose key is computed from its content.
    """
    if kept and sent and kept != sent:
        raise ReusedKey
