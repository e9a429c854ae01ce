"""Decisions of matching in JSONL: by pairs (NtN), by responses (NtR), between gold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, Record, read_objects

_BAD = -1.0  # a p that is noted as wrong
_GOLD = re.compile(r"\[?([0-9]{1,9})\]?", re.ASCII)


class Part(NamedTuple):
    """A response's nugget as a file names it: by its place, by its text, or both.

    of: whose response nuggets, "" if the line does not say.
    """

    start: int | None
    end: int | None
    text: str
    of: str = ""


class Decision(NamedTuple):
    """One decision about gold nugget number `gold` of a topic.

    part: the response's nugget, None where the whole response was judged. premise: the
    number of the gold nugget that entails it, None where a response was judged; run is
    then "". p: in percent, None if the file has none.
    """

    line: int
    topic: str
    run: str
    part: Part | None
    premise: int | None
    gold: int
    p: float | None
    match: bool
    reply: str


class Complete(NamedTuple):
    """All pairs of a response are decided; those that are not listed are no.

    of: whose response nuggets, "" if the line does not say.
    """

    line: int
    topic: str
    run: str
    of: str


def read_decisions(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[Decision | Complete]:
    """Yield the decisions of a file; what is wrong with a line is noted."""
    for place, record, _ in read_objects(source, Notes(report, name), limit=limit):
        topic = place.identifier(record, "turn")
        between = "premise" in record
        run = "" if between else place.identifier(record, "run")
        if topic is None or run is None:
            continue
        of = place.text(record, "nuggets", "")
        if of is None:
            continue
        if record.get("complete") is True:
            yield Complete(place.line or 0, topic, run, of)
        elif (decision := _decision(place, record, topic, run, of)) is not None:
            yield decision


def _decision(
    place: Place, record: Record, topic: str, run: str, of: str
) -> Decision | None:
    gold = _number(place, record, "gold")
    premise = _number(place, record, "premise") if "premise" in record else None
    part = _part(place, record, of) if "response_nugget" in record else None
    match, sound = record.get("match"), True
    if not isinstance(match, bool):
        kind = "wrong_type" if "match" in record else "missing_field"
        place.add(kind, "match", match, "true or false")
        sound = False
    p, reply = _percent(place, record), place.text(record, "reply", "")
    lacks = ("premise" in record and premise is None) or (
        "response_nugget" in record and part is None
    )
    if gold is None or lacks or not sound or p == _BAD or reply is None:
        return None
    return Decision(
        place.line or 0, topic, run, part, premise, gold, p, bool(match), reply
    )


def _number(place: Place, record: Record, key: str) -> int | None:
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if key not in record or not isinstance(value, str):
        kind = "wrong_type" if key in record else "missing_field"
        place.add(kind, key, value, "[1], [2] and so on")
        return None
    found = _GOLD.fullmatch(value)
    if found is None:
        place.add("bad_number", key, value, "[1], [2] and so on")
        return None
    return int(found[1])


def _percent(place: Place, record: Record) -> float | None:
    """Return p, None if there is none, and _BAD where it is noted as wrong."""
    if record.get("p") is None:
        return None
    value = place.number(record, "p")
    if value is None:
        return _BAD
    if not 0 <= value <= 100:
        place.add("bad_number", "p", value, "from 0 to 100")
        return _BAD
    return round(value, 1)


def _part(place: Place, record: Record, of: str) -> Part | None:
    value = record["response_nugget"]
    if isinstance(value, str):
        return Part(None, None, value, of)
    if not isinstance(value, dict):
        place.add("wrong_type", "response_nugget", value, "an object")
        return None
    spot = place.down("response_nugget")
    text = spot.text(value, "text", "")
    start, end = (spot.integer(value, key) for key in ("start", "end"))
    if text is None:
        return None
    if not text and (start is None or end is None):
        spot.add("missing_field", "text", None, "a text, or start and end")
        return None
    return Part(start, end, text, of)
