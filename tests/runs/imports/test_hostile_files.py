"""Whatever a file holds, its import ends in rows, findings or a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

import pytest
from django.db import transaction

from runs.imports.flow import OVERTAKEN
from runs.imports.registry import all_import_kinds
from runs.models import Import, Track
from tests.make import (
    make_bank,
    make_conversation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.matching.example import make_worked
from tests.runs.import_form import DOCID, bring_in, row_counts
from tests.runs.imports.hostile import Variant, variants
from tests.runs.imports.valid_files import FILES, OTHERS, File

pytestmark = pytest.mark.both_stacks

ALL = FILES | OTHERS
ALONE = {"topics", "topics (JSONL)", "segments"}
OF_TURNS = {"conversations", "responses", "responses with spans", "gold nuggets"}
ANSWERING = {"ptkb", "matches", "scores"} | {
    *("response_nuggets", "gold_answers", "decisions")
}
NUMBERED = {"14_1": {f"[{n}]": {"text": str(n), "relevance": "2"} for n in (1, 2)}}
SOME = 15  # variants of one file; test-broad tries all
SEGMENTS = "runs.Segment"  # named docids may stay: they are not visible


def test_each_kind_has_a_valid_file() -> None:
    assert {file.kind for file in ALL.values()} == {k.name for k in all_import_kinds()}


@pytest.mark.parametrize("name", ALL)
def test_a_hostile_file_never_fails_by_an_error_of_ours(db: None, name: str) -> None:
    every = list(variants(ALL[name].content))
    rng = Random(name)  # noqa: S311 - the same ones every time
    check_all(name, rng.sample(every, min(SOME, len(every))))


@pytest.mark.broad
@pytest.mark.parametrize("name", ALL)
def test_no_hostile_file_fails_by_an_error_of_ours(db: None, name: str) -> None:
    check_all(name, variants(ALL[name].content))


def check_all(name: str, files: Iterable[Variant]) -> None:
    """Check the ends of imports, after that of the valid file."""
    file, track = ALL[name], track_for(name)
    before = counts()
    assert end_of(track, file, file.content.encode(), before) == Import.LANDED
    ends = {variant: end_of(track, file, content, before) for variant, content in files}
    good = {Import.LANDED, Import.UNCHANGED, Import.REFUSED}
    assert {variant: end for variant, end in ends.items() if end not in good} == {}


def track_for(name: str) -> Track:
    """Make a track that takes the valid file of this name."""
    if name in ANSWERING:
        track = make_worked()[0]
        bring_in(track, "nuggets", json.dumps(NUMBERED), bank="post-edited")
        return track
    if name in OF_TURNS:
        track = make_track(profile="ikat24")
        make_conversation(track)
        return track
    track = make_track(profile="rag25")
    if name not in ALONE:
        topic = make_topic(track, "14")
        make_version(make_bank(track), topic, ["a"])
        run = make_run(track, "tides-a" if name == "assignments" else "run-a")
        cited = make_segment(track, DOCID.format(1))
        make_response(run, topic, ["Salt."], cites=cited)
    return track


def counts() -> dict[str, int]:
    return row_counts() | {SEGMENTS: 0}


def end_of(track: Track, file: File, content: bytes, before: dict[str, int]) -> str:
    """Return the state in which an import ends, or what it did wrong.

    What it wrote is taken back, so the rows before each import are the same.
    """
    with transaction.atomic():
        row = bring_in(track, file.kind, content, **file.params)
        is_left = row.state == Import.REFUSED and counts() != before
        transaction.set_rollback(True)
    if is_left:
        return "refused, but it left rows"
    return "overtaken by nobody" if OVERTAKEN in str(row.findings) else row.state
