"""The page of conditions."""

from __future__ import annotations

from runs.models import Track


def page(track: Track, tail: str = "") -> str:
    return f"/tracks/{track.uuid}/conditions/{tail}"
