"""An archive with more than its profile or the machine takes is refused."""

import io
import json
from pathlib import Path

import pytest
from pytest_django import Settings

from assess.exchange.archive.actions import create_arrival
from assess.exchange.archive.format.package import Package
from assess.exchange.archive.format.tables import all_tables
from jobs.models import Job
from jobs.run import run_here
from runs.kernel.checks.decompression import Limits
from runs.kernel.limits import LIMITS
from runs.uploads import store
from tests.assess.exchange.archive.damage.members import (
    Parts,
    refused,
    sealed,
    with_row,
    zipped,
)
from tests.make import NOW

# An archive is refused before a row is written, so one database is enough.
pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]


def test_a_bomb_of_an_upload(data: bytes, settings: Settings, tmp_path: Path) -> None:
    settings.UNPACKED_LIMIT = 100_000
    job = run_here(uploaded(data))
    assert "more than the 100,000" in job.error
    settings.UNPACKED_LIMIT = 100_000_000
    assert run_here(uploaded(data)).error == ""


BOUNDED = [
    ("topics", "runs.topic", "track"),
    ("runs", "runs.run", "track"),
    ("judges", "assess.judge", "track"),
    ("banks", "nuggets.bank", "track"),
    ("sentences", "runs.sentence", "response"),
    ("nuggets", "nuggets.listing", "version"),
    ("text", "runs.segment", "headings"),
    ("passage", "runs.segment", "text"),
    ("rows", "runs.rankedlist", "segment_ids"),
    ("references", "runs.response", "references"),
    ("list_text", "runs.ptkbstatement", "conversation"),
]


@pytest.mark.parametrize(("limit", "table", "field"), BOUNDED)
def test_an_archive_with_more_than_its_profile_takes_is_refused(
    parts: Parts, limit: str, table: str, field: str, tmp_path: Path
) -> None:
    name = "tables/runs.track.jsonl"
    track = json.loads(parts[name])
    track["profile_text"] += f"\n[limits]\n{limit} = 1\n"
    parts[name] = json.dumps(track).encode() + b"\n"
    said = refused(sealed(parts), tmp_path)
    assert f"limits.{limit} of the profile" in said
    assert f"tables/{table}.jsonl, line" in said
    assert f", {field}: expected at most 1 (" in said


@pytest.mark.parametrize(
    "table",
    ["runs.topic", "runs.sentence", "nuggets.nugget", "runs.ptkbstatement"],
)
def test_an_archive_with_too_long_a_text_is_refused(
    parts: Parts, table: str, tmp_path: Path
) -> None:
    rows = with_row(parts, table, 1, text="x" * 20_001)
    assert (
        f"tables/{table}.jsonl, line 1, text: expected at most 20,000 "
        "(limits.text of the profile), found 20,001"
    ) in refused(sealed(rows), tmp_path)


def test_nuggets_that_are_too_long_together_are_refused(
    parts: Parts, tmp_path: Path
) -> None:
    name = "tables/nuggets.nugget.jsonl"
    rows = [
        json.loads(line) | {"text": "x" * 20_000} for line in parts[name].splitlines()
    ]
    parts[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    said = refused(sealed(parts), tmp_path)
    assert "version: expected at most 200,000 (limits.list_text" in said


def test_every_limit_of_a_profile_holds_an_archive_or_says_why_not() -> None:
    named: set[str] = set()
    for table in all_tables():
        named |= {str(limit) for limit in table.longest.values()}
        named |= {*table.most.values()}
        named |= {limit for _of, limit in table.together.values()}
    # An archive's labels are millions of rows; no page lists them completely.
    assert set(LIMITS) - named == {"labels"}


def test_an_archive_s_findings_have_an_end(parts: Parts, tmp_path: Path) -> None:
    many = [{"severity": "error", "message": "x" * 1_000_000}]
    rows = with_row(parts, "runs.import", 1, findings=many)
    assert "findings: expected at most 1,000,000" in refused(sealed(rows), tmp_path)


def test_a_member_of_newlines_is_refused_before_it_is_unpacked(
    parts: Parts, tmp_path: Path
) -> None:
    parts["tables/runs.segment.jsonl"] += b"\n" * 100_000_000
    assert "UNPACKED_RATIO does not allow" in refused(sealed(parts), tmp_path)


def test_a_member_of_one_endless_line_is_refused(
    parts: Parts, settings: Settings, tmp_path: Path
) -> None:
    settings.UNPACKED_RATIO, settings.LINE_LIMIT = 10_000, 1024
    parts["tables/runs.segment.jsonl"] = b"x" * 20_000
    assert "longer than any that we read" in refused(sealed(parts), tmp_path)


def test_a_stop_is_heard_while_a_member_is_unpacked(parts: Parts) -> None:
    def stop(_taken: int) -> None:
        raise KeyboardInterrupt

    name = "tables/runs.segment.jsonl"
    parts[name] = b"x" * 50_000_000
    limits = Limits(ratio=10_000, line=100_000_000)
    with Package(io.BytesIO(sealed(parts)), limits=limits, watch=stop) as package:
        with pytest.raises(KeyboardInterrupt):
            next(package.lines(name))
        with pytest.raises(KeyboardInterrupt):
            list(package.chunks(name))


def test_a_job_that_unpacks_for_too_long_is_ended(
    parts: Parts, settings: Settings
) -> None:
    settings.READING_LIMIT, settings.UNPACKED_RATIO = -1, 10_000
    parts["tables/runs.segment.jsonl"] = b"x" * 20_000_000
    assert "READING_LIMIT_MINUTES" in run_here(uploaded(sealed(parts))).error


def uploaded(data: bytes) -> Job:
    return create_arrival(store([data]), filename="a.zip", by=None, now=NOW)


def test_a_member_that_unpacks_to_more_than_it_says(
    parts: Parts, tmp_path: Path
) -> None:
    name = "tables/runs.segment.jsonl"
    parts[name] += b" " * 5_000_000
    assert f"{name}: Its length does not match" in refused(zipped(parts), tmp_path)
