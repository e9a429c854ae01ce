"""Whose scores a person may see, and how much of them."""

from runs.views.seen import Seen, seen_track

__all__ = ["Seen", "seen_track"]
