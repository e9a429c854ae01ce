"""Put away the chosen rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from config.tables.definitions import BulkAct
from runs.models import Track
from runs.put_away.actions import NotNow, put_away
from runs.put_away.registry import Thing, hanging_on_each, thing_kind


def put_away_act(name: str, track: Track, *, by: User) -> BulkAct:
    """Return the act that puts things of a kind away, each with what hangs on it."""
    kind = thing_kind(name)

    def does(thing: Thing) -> str:
        try:
            put_away(kind, thing, track=track, by=by, now=timezone.now())
        except NotNow as error:
            return str(error)
        return ""

    def hangs(things: Sequence[Thing]) -> list[str]:
        hanging = hanging_on_each((kind, thing) for thing in things)
        return [f"{noun}: {number:,}" for noun, number in hanging.items()]

    return BulkAct(
        "put_away",
        "Put away",
        effect=f"For each: {kind.effect[0].lower()}{kind.effect[1:]} Restore them "
        "under “Put away”.",
        done="put away. You can restore them under “Put away”.",
        does=does,
        hangs=hangs,
        is_danger=True,
    )
