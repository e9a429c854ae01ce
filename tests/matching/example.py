"""The worked example of matching as a track: three turns, one run."""

from __future__ import annotations

import json
from pathlib import Path

from django.utils import timezone

from matching.extraction.lists import NewList, write_lists
from matching.kernel.spans import place_span
from nuggets.models import Bank
from runs.models import Track
from tests.make import (
    make_bank,
    make_conversation,
    make_judge,
    make_response,
    make_run,
    make_track,
    make_version,
)

GOLD = (("alpha ice", "beta ice", "gamma ice", "delta ice"), ("snow", "hail"), ())
PARTS = (("ice one", "ice two", "ice three"), (), ("rain one", "rain two"))
MATCHES = {("ice one", 1), ("ice one", 2), ("ice two", 2)}


def make_worked() -> tuple[Track, Bank]:
    """Make the track: gold nuggets of two turns, response nuggets of two."""
    track = make_track(profile="ikat24")
    turns = make_conversation(track, asked=("Ice?", "Snow?", "Rain?"))
    bank = make_bank(track, "gold", origin=Bank.IMPORTED)
    judge = make_judge(track, "spans", kind="import")
    run = make_run(track, "run-a")
    lists = []
    for turn, gold, parts in zip(turns, GOLD, PARTS, strict=True):
        if gold:
            make_version(bank, turn, gold)
        text = ". ".join(parts) or "Nothing to find here."
        response = make_response(run, turn, [text])
        spans = tuple(place_span(part, text) for part in parts)
        lists.append(NewList(response.pk, spans))
    write_lists(judge, lists, now=timezone.now())
    return track, bank


def decisions(*, complete: bool = True) -> list[dict[str, object]]:
    """Return the decisions of the example; complete: with the noes too."""
    return [
        {
            "turn": "14_1",
            "run": "run-a",
            "response_nugget": {"text": part},
            "gold": f"[{number}]",
            "p": 90.0 if (part, number) in MATCHES else 1.5,
            "match": (part, number) in MATCHES,
        }
        for part in PARTS[0]
        for number in range(1, 5)
        if complete or (part, number) in MATCHES
    ]


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    """Write rows as JSONL."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
