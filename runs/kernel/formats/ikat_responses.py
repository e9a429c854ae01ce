"""iKAT's responses by turn and run, plain or with the spans extracted from them."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, Record, read_mapping


class TurnResponse(NamedTuple):
    """One run's response to one turn; matched spans occur in it word for word.

    matched, unmatched: None if the file contains only responses.
    """

    topic: str
    run_tag: str
    text: str
    matched: tuple[str, ...] | None = None
    unmatched: tuple[str, ...] | None = None


def read_responses(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[TurnResponse]:
    """Yield the responses of `{turn: {run: text or {nuggets, response}}}`."""
    notes = Notes(report, name)
    for place, topic, runs in read_mapping(source, notes, limit=limit):
        for run_tag, value in runs.items():
            if not place.named(run_tag, run_tag):
                continue
            response = _read_response(place, topic, run_tag, runs, value)
            if response is None:
                continue
            if not response.text.strip():
                place.add("empty_answer", run_tag)
            yield response


def _read_response(
    place: Place, topic: str, run_tag: str, runs: Record, value: object
) -> TurnResponse | None:
    if not isinstance(value, dict):
        plain = place.text(runs, run_tag)
        return None if plain is None else TurnResponse(topic, run_tag, plain)
    spot = place.down(run_tag)
    text, nuggets = spot.text(value, "response"), spot.mapping(value, "nuggets")
    inside = spot.down("nuggets")
    matched, unmatched = (
        tuple(_spans(inside, nuggets, key)) for key in ("matched", "not-matched")
    )
    if text is None:
        return None
    return TurnResponse(topic, run_tag, text, matched, unmatched)


def _spans(place: Place, nuggets: Record, key: str) -> Iterator[str]:
    for index, span in enumerate(place.sequence(nuggets, key)):
        if isinstance(span, str):
            yield span
        else:
            place.down(key).add("wrong_type", f"[{index}]", span, "a string")
