"""A small campaign with labels of every kind, some missing, and awkward names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from accounts.models import User
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import Wanted, get_exporter
from assess.judging.judges.actions import create_panel
from assess.judging.labels.writer import Act, give_label
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, NuggetSource
from runs.models import Citation, RankedList, Run, Segment, Topic, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import importances, label_all

HOSTILE = "=cmd|'x'!A1"


@dataclass
class Judged:
    """The campaign's rows for tests of exports."""

    track: Track
    topics: list[Topic]
    segments: list[Segment]
    runs: list[Run]
    bank: Bank
    machine: Judge
    person: Judge
    panel: Judge

    def made_of(self, *parts: str) -> Mapping[str, Any]:
        """Return parts by their names."""
        return {part: getattr(self, part) for part in parts}


def make_judged(ada: User, omar: User) -> Judged:
    """Create two topics and two runs; the second run answers only the first topic."""
    track = make_track(organizer=omar, assessors=[ada])
    topics = [make_topic(track, name, text=f"Why {name}? 🌊") for name in ("9", "10")]
    segments = [make_segment(track, f"d{n}", text=f"Text {n}.") for n in range(4)]
    runs = [make_run(track, "b"), make_run(track, HOSTILE, group="=g")]
    machine, person = make_judge(track, "machine"), make_person(ada, track)
    panel = create_panel(
        track, "people", rule="first", members=[person, machine], now=NOW
    )
    bank = make_bank(track)
    lists = [
        make_version(bank, topic, ["<frost>", "سلام", "c"], importance=marks)
        for topic, marks in zip(
            topics, (importances(2, 1), importances(0, 3)), strict=True
        )
    ]
    for run, values in zip(runs, (("SPN", "NNS"), ("SSS", "")), strict=True):
        for topic, version, labels in zip(topics, lists, values, strict=True):
            if labels:
                answer = make_response(run, topic, cites=segments[0])
                label_all(version, answer, machine, labels)
    made = Judged(track, topics, segments, runs, bank, machine, person, panel)
    _grade(made)
    _map(made)
    save_condition(track, "condition", bank=bank, judge=machine, now=NOW)
    return made


def _grade(made: Judged) -> None:
    first, second = made.topics
    retrieval = make_run(made.track, "bm25", task=Run.R)
    ranked = [made.segments[place].pk for place in (1, 0, 2)]
    RankedList.objects.create(
        run=retrieval, topic=first, segment_ids=ranked, scores=[3.0, 2.0, 1.0]
    )
    make_label(RELEVANCE, made.machine, first, made.segments[0], value="4")
    make_label(RELEVANCE, made.machine, first, made.segments[1], value="0")
    make_label(RELEVANCE, made.machine, second, made.segments[0], value="1")
    make_label(RELEVANCE, made.person, first, made.segments[0], value="2")
    places = Citation.objects.order_by("sentence__response", "sentence__position")
    make_label(SUPPORT, made.machine, places[0], value="partial_support")
    make_label(SUPPORT, made.machine, places[2], value="full_support")


def _map(made: Judged) -> None:
    """Map the first nugget to a sub-narrative, and add its source."""
    listing = made.bank.versions.get(topic=made.topics[0]).listings.get(position=0)
    listing.subnarrative = made.topics[0].subnarratives.create(
        text="Salt", folded="salt", added=True
    )
    listing.save(update_fields=["subnarrative"])
    NuggetSource.objects.create(
        nugget=listing.nugget, segment=made.segments[0], start=0, end=4
    )


def grade_by_hand(
    made: Judged, segment: Segment, value: str, *, note: str = "", active_ms: int = 1500
) -> None:
    """Let the person grade a segment of the first topic."""
    assert made.person.user
    details = {"note": note} if note else {}
    act = Act(uuid4(), seen=0, details=details, active_ms=active_ms)
    give_label(
        RELEVANCE,
        (made.topics[0].pk, segment.pk),
        value,
        judge=made.person,
        actor=made.person.user,
        act=act,
        now=NOW,
    )


def write(
    made: Judged,
    what: str,
    out: Path,
    *,
    judge: Judge | None = None,
    topics: tuple[Topic, ...] | None = None,
    **options: str,
) -> dict[str, Any]:
    """Write an export, its parts given by their names here; return its manifest."""
    exporter = get_exporter(what)
    rows = {"judge": judge or made.machine, "bank": made.bank}
    parts = {part.name: rows[part.name] for part in exporter.parts}
    wanted = Wanted(made.track, parts, options, topics)
    return export_to(exporter, wanted, out, now=NOW)


def json_lines(path: Path) -> list[Any]:
    """Return the rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def left_out(manifest: dict[str, Any]) -> dict[str, int]:
    """Return {what: how many} that a manifest lists as omitted."""
    return {row["what"]: row["count"] for row in manifest["left_out"]}
