"""Read a file of decisions against the rows that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from assess.judging.labels.writer import NewLabel
from matching.decisions.grounds import Grounds
from matching.entail.storage import Entailed
from matching.kernel.decisions import Complete, Decision, read_decisions
from matching.match.kind import NO, YES
from runs.imports.arrival import Incoming
from runs.kernel.checks.decompression import peek, unpack
from runs.kernel.formats.assignments import Match, read_matches

_WIDTH = 1 << 32  # of a row number, so that two make one key
_UNKNOWN = 2_000  # in tenths of a percent: no p
_YES = 10_000


@dataclass
class Read:
    """What a file says, by row numbers.

    entailed: {pair: code}, both packed into a number, since there are many. between:
    the same of gold nuggets. runs: the tags of runs with decisions by pairs, each with
    the judge of the response nuggets; complete: the responses that the file says are
    decided whole, likewise.
    """

    entailed: dict[int, int] = field(default_factory=dict)
    between: dict[int, int] = field(default_factory=dict)
    matches: dict[tuple[int, int], NewLabel] = field(default_factory=dict)
    runs: set[tuple[str, int]] = field(default_factory=set)
    complete: set[tuple[int, int]] = field(default_factory=set)

    def pairs(self) -> Iterator[Entailed]:
        """Yield the decisions by pairs."""
        return _unpacked(self.entailed)

    def gold_pairs(self) -> Iterator[Entailed]:
        """Yield the decisions between gold nuggets."""
        return _unpacked(self.between)


def _unpacked(codes: dict[int, int]) -> Iterator[Entailed]:
    for key, code in codes.items():
        is_yes, p = divmod(code, _YES)
        percent = None if p == _UNKNOWN else p / 10
        yield Entailed(*divmod(key, _WIDTH), percent, bool(is_yes))


def read_file(incoming: Incoming, grounds: Grounds) -> Read:
    """Return what the file says; what is wrong with it is noted."""
    found = Read()
    if _is_json(incoming):
        with incoming.open() as source:
            for row in read_decisions(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            ):
                _take(row, found, grounds)
        return found
    for match in _matches(incoming, grounds):
        decision = Decision(
            match.line,
            match.topic,
            match.run_tag,
            None,
            None,
            match.number,
            None,
            match.assignment == "support",
            "",
        )
        _take(decision, found, grounds, batch=match.batch)
    return found


def _is_json(incoming: Incoming) -> bool:
    with incoming.open() as source:
        return peek(unpack(source)).startswith("{")


def _matches(incoming: Incoming, grounds: Grounds) -> Iterator[Match]:
    with incoming.open() as source:
        yield from read_matches(
            source,
            incoming.row.filename,
            report=incoming.report,
            aliases=grounds.aliases,
            limit=incoming.limit,
        )


def _take(
    row: Decision | Complete, found: Read, grounds: Grounds, *, batch: str = ""
) -> None:
    notes = grounds.incoming.notes
    response = None
    if row.run:
        is_matched = isinstance(row, Decision) and batch
        run = row.run if is_matched else grounds.run_named(row.run)
        if run is None:
            notes.add("unknown_alias", row.line, "run", row.run)
            return
        response = grounds.responses.get((row.topic, run))
        if response is None:
            notes.add("no_response", row.line, "run", f"{row.topic} of {run}")
            return
        of = row.of if isinstance(row, Complete) else row.part and row.part.of
        if of is not None:
            extractor = grounds.extractor_named(of)
            if extractor is None:
                notes.add("unknown_extractor", row.line, "nuggets", of)
                return
            found.runs.add((run, extractor))
            if isinstance(row, Complete):
                found.complete.add((response, extractor))
                return
    if isinstance(row, Decision):
        _decide(row, response, found, grounds, batch)


def _decide(
    row: Decision, response: int | None, found: Read, grounds: Grounds, batch: str
) -> None:
    notes = grounds.incoming.notes
    listed = grounds.gold.get(row.topic)
    gold = listed.numbers.get(row.gold) if listed else None
    if gold is None:
        notes.add("unknown_nugget", row.line, "gold", f"[{row.gold}] of {row.topic}")
    elif response is None:
        premise = listed.numbers.get(row.premise or 0) if listed else None
        if premise is None:
            named = f"[{row.premise}] of {row.topic}"
            notes.add("unknown_nugget", row.line, "premise", named)
            return
        _keep(row, found.between, premise * _WIDTH + gold, grounds)
    elif row.part is None:
        _keep_match(row, found, (gold, response), grounds, batch)
    else:
        nugget = grounds.part_of(response, row.part)
        if nugget is None:
            said = row.part.text or f"[{row.part.start}, {row.part.end})"
            notes.add("unknown_response_nugget", row.line, "response_nugget", said)
            return
        _keep(row, found.entailed, nugget * _WIDTH + gold, grounds)


def _keep(row: Decision, codes: dict[int, int], key: int, grounds: Grounds) -> None:
    p = _UNKNOWN if row.p is None else round(row.p * 10)
    code = p + _YES * row.match
    if key in codes:
        _note_repeat(row, grounds, same=codes[key] == code)
    else:
        codes[key] = code


def _keep_match(
    row: Decision,
    found: Read,
    item: tuple[int, int],
    grounds: Grounds,
    batch: str,
) -> None:
    details = {"reply": row.reply} if row.reply else {}
    if batch:
        details["batch"] = batch
    label = NewLabel(item, YES if row.match else NO, details)
    if item in found.matches:
        _note_repeat(row, grounds, same=found.matches[item].value == label.value)
    else:
        found.matches[item] = label


def _note_repeat(row: Decision, grounds: Grounds, *, same: bool) -> None:
    kind = "duplicate_row" if same else "contradicting_row"
    said = YES if row.match else NO
    grounds.incoming.notes.add(kind, row.line, "gold", f"[{row.gold}] {said}")
