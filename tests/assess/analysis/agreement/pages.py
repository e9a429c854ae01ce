"""The page of agreement, asked with two judges."""

from __future__ import annotations

import csv
from typing import Any

from assess.judging.models import Judge
from runs.models import Track


def address(track: Track, what: str = "", /, **query: object) -> str:
    said = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tracks/{track.uuid}/agreement/{what}?{said}"


def two(judges: list[Judge]) -> dict[str, object]:
    return {"kind": "relevance", "a": judges[0].uuid, "b": judges[1].uuid}


def rows(r: Any) -> list[list[str]]:  # noqa: ANN401 - the client's own response
    assert "attachment" in r["Content-Disposition"]
    return list(csv.reader(r.getvalue().decode().splitlines()))
