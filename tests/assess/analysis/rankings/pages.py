"""The page of what has settled."""

from __future__ import annotations

from datetime import UTC, datetime

from runs.models import Track

RUNS, JUDGED, TOPICS = 6, 6, 9
WHEN = datetime(2025, 6, 1, tzinfo=UTC)


def address(track: Track, what: str = "", /, **query: object) -> str:
    said = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tracks/{track.uuid}/agreement/settling/{what}?{said}"
