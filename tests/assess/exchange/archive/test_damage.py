"""An invalid archive is refused, with its place named and nothing stored."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from assess.exchange.archive.actions import create_arrival
from assess.exchange.archive.format.manifest import (
    MANIFEST,
    Manifest,
    PromptFacts,
    TableFacts,
    read_manifest,
)
from assess.exchange.archive.format.package import Package, Packing
from assess.exchange.archive.format.tables import all_tables
from jobs.models import Job, JobState
from jobs.run import run_here
from runs.kernel.checks.unpacking import Limits
from runs.kernel.limits import LIMITS
from runs.models import Track
from runs.uploads import store
from tests.assess.exchange.archive.moving import bring_in, members_of, track_rows
from tests.make import NOW

TRACK = "11111111-1111-4111-8111-111111111111"
Parts = dict[str, bytes]
Said = dict[str, Any]


def zipped(parts: Parts, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def sealed(parts: Parts, change: Callable[[Said], object] = dict) -> bytes:
    """Return an archive with correct hashes for its content."""
    said = json.loads(parts.pop(MANIFEST))
    change(said)
    manifest = read_again(said)
    target = io.BytesIO()
    packing = Packing(target)
    for name, content in parts.items():
        packing.add(name, [content])
    packing.finish(replace(manifest, members=packing.members))
    return target.getvalue()


def read_again(said: Said) -> Manifest:
    """Return a manifest without checks."""
    known = {name: said[name] for name in ("assay", "track", "pseudonyms", "format")}
    return Manifest(
        tables=tuple(TableFacts(**each) for each in said["tables"]),
        prompts=tuple(PromptFacts(**each) for each in said["prompts"]),
        missing_files=tuple(said["missing_files"]),
        members={},
        **known,
    )


def with_row(parts: Parts, table: str, line: int, **columns: object) -> Parts:
    """Change some columns of one row."""
    name = f"tables/{table}.jsonl"
    lines = parts[name].splitlines(keepends=True)
    row = json.loads(lines[line - 1]) | columns
    lines[line - 1] = json.dumps(row).encode() + b"\n"
    return parts | {name: b"".join(lines)}


def refused(data: bytes, folder: Path) -> str:
    """Import something that is no archive; return the error message."""
    before = track_rows()
    job = bring_in(data, folder)
    assert job.state == JobState.FAILED
    assert job.error.startswith("Nothing was brought in")
    assert job.failures.exists()
    assert track_rows() == before
    assert not Track.everything.filter(arriving=True).exists()
    return " ".join(str(failure) for failure in job.failures.all())


# An archive is refused before a row is written, so one database is enough.
pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]


@pytest.fixture
def parts(data: bytes) -> Parts:
    return members_of(data)


def test_sealing_alone_keeps_it_whole(parts: Parts, tmp_path: Path) -> None:
    assert bring_in(sealed(parts), tmp_path).error == ""


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"no zip at all" * 99, b"\x00" * 500], ids=repr
)
def test_no_zip(data: bytes, tmp_path: Path) -> None:
    assert "The file is no whole zip" in refused(data, tmp_path)


def test_another_zip(tmp_path: Path) -> None:
    assert "no manifest.json" in refused(zipped({"a": b""}), tmp_path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_cut_short(data: bytes, share: float, tmp_path: Path) -> None:
    cut = data[: int(len(data) * share)]
    assert "The file is no whole zip" in refused(cut, tmp_path)


def test_a_byte_changed_on_the_way(data: bytes, tmp_path: Path) -> None:
    at = data.index(b"tables/assess.change.jsonl") + 1000
    turned = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
    assert "tables/assess.change.jsonl" in refused(turned, tmp_path)


def test_content_that_is_not_what_the_hash_says(parts: Parts, tmp_path: Path) -> None:
    name = "tables/nuggets.nugget.jsonl"
    parts[name] = parts[name].replace(b"water", b"wader", 1)
    said = refused(zipped(parts), tmp_path)
    assert said == f"{name}: Its content is not what the manifest's hash says."


def test_a_member_that_is_missing(parts: Parts, tmp_path: Path) -> None:
    del parts["tables/runs.run.jsonl"]
    said = refused(zipped(parts), tmp_path)
    assert said == "tables/runs.run.jsonl: The manifest lists it, but it is missing."


@pytest.mark.parametrize(
    "name", ["extra", "../../etc/passwd", "/etc/passwd", "files/x"]
)
def test_a_member_too_many(parts: Parts, name: str, tmp_path: Path) -> None:
    said = refused(zipped(parts | {name: b"x"}), tmp_path)
    assert said == f"{name}: The manifest does not list it."


def test_names_that_lead_elsewhere(parts: Parts, tmp_path: Path) -> None:
    said = refused(sealed(parts | {"files/../../x": b"x"}), tmp_path)
    assert "no file of an archive is called 'files/../../x'" in said


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name(parts: Parts, tmp_path: Path) -> None:
    target = io.BytesIO(zipped(parts))
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr(MANIFEST, parts[MANIFEST])
    assert "Two of its files have the same name" in refused(target.getvalue(), tmp_path)


def test_another_way_of_packing(parts: Parts, tmp_path: Path) -> None:
    said = refused(zipped(parts, method=zipfile.ZIP_LZMA), tmp_path)
    assert "packed in a way that archives do not use" in said


@pytest.mark.parametrize("format", [0, 3, "1", True, None])
def test_a_format_of_another_time(parts: Parts, format: object, tmp_path: Path) -> None:
    said = json.loads(parts[MANIFEST]) | {"format": format}
    parts[MANIFEST] = json.dumps(said).encode()
    assert f"format {format!r} is unknown" in refused(zipped(parts), tmp_path)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"[" * 99999, b"\xff", b"null"])
def test_a_manifest_that_is_none(parts: Parts, content: bytes, tmp_path: Path) -> None:
    parts[MANIFEST] = content
    assert "The manifest cannot be used" in refused(zipped(parts), tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tables", None),
        ("tables", [{}]),
        ("members", {"a": 1}),
        ("track", {}),
        ("track", {"uuid": "../x", "slug": "s", "name": "n"}),
        ("missing_files", ["../x"]),
        ("prompts", [{"name": [], "version": "1", "member": None}]),
        ("prompts", [{"name": "a", "version": "1", "member": []}]),
        ("assay", 1),
        ("missing_files", [1]),
        ("prompts", [{"a": 1}]),
    ],
)
def test_a_manifest_with_a_wrong_part(
    parts: Parts, name: str, value: object, tmp_path: Path
) -> None:
    said = json.loads(parts[MANIFEST]) | {name: value}
    parts[MANIFEST] = json.dumps(said).encode()
    assert "manifest.json" in refused(zipped(parts), tmp_path)


def test_a_manifest_changed_by_hand(parts: Parts, tmp_path: Path) -> None:
    parts[MANIFEST] = parts[MANIFEST].replace(b"Sample campaign", b"Simple campaign")
    assert "sha256 is not that of its content" in refused(zipped(parts), tmp_path)


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
    assert f"{name}: Its length is not what" in refused(zipped(parts), tmp_path)


@pytest.mark.parametrize(
    ("table", "columns", "said"),
    [
        ("runs.topic", {"text": 1}, "text: expected text, found 1"),
        ("runs.topic", {"text": "a\x00b"}, "text: expected text without the char"),
        ("runs.topic", {"text": "\ud800"}, "text: expected text without half a"),
        ("runs.topic", {"name": "x" * 65}, "name: expected at most 64 characters"),
        ("runs.topic", {"position": -1}, "position: expected a whole number from 0"),
        ("runs.topic", {"position": 1.5}, "position: expected a whole number"),
        ("runs.topic", {"position": True}, "position: expected a whole number"),
        ("runs.topic", {"position": 2**40}, "position: expected a whole number"),
        ("runs.topic", {"uuid": "no"}, "uuid: expected a UUID"),
        ("runs.topic", {"conversation": 99}, "expected an earlier row of runs.conv"),
        ("runs.topic", {"details": []}, "details: expected an object"),
        ("runs.topic", {"details": {"a": "\x00"}}, "details: expected text without"),
        ("runs.run", {"landed_at": None}, "landed_at: expected a time"),
        ("runs.run", {"landed_at": "2026-01-01"}, "landed_at: expected a time"),
        ("runs.run", {"landed_at": "0001-01-01T00:00+23:00"}, "expected a time"),
        ("runs.run", {"control": 1}, "control: expected true or false"),
        ("runs.run", {"task": "other"}, "task: expected one of ag, gen, r, rag"),
        ("runs.track", {"slug": "a b"}, "slug: "),
        ("runs.track", {"profile_text": "a = 1"}, "profile_text: "),
        ("runs.track", {"uuid": TRACK}, "the one"),
        ("accounts.user", {"username": "a b"}, "username: expected Enter a valid"),
        ("jobs.job", {"state": "queued"}, "state: expected one of cancelled, done"),
        ("jobs.job", {"state": "running"}, "state: expected one of cancelled, done"),
        ("llm.call", {"cost": 0.1}, "cost: expected a decimal number"),
        ("llm.call", {"cost": "NaN"}, "cost: expected a decimal number"),
        ("llm.call", {"cost": "1" * 30}, "cost: expected a decimal number"),
        ("llm.call", {"seconds": "1"}, "seconds: expected a number"),
        (
            "runs.import",
            {"params": {"path": "/etc/passwd"}},
            "an object without a path",
        ),
        ("runs.rankedlist", {"segment_ids": [999]}, "segment_ids: expected"),
        ("runs.rankedlist", {"scores": [1]}, "scores: expected as many scores"),
        ("nuggets.edit", {"before": [[1, "vital"]]}, "before: expected rows of"),
        ("nuggets.edit", {"before": [[999, "", None, {}]]}, "before: expected an"),
        ("nuggets.edit", {"after": [[1, "high", None, {}]]}, "after: expected rows"),
        ("nuggets.bank", {"parent": 99}, "parent: expected an earlier row"),
        ("assess.slot", {"replaces": 99}, "replaces: expected an earlier row"),
        ("assess.change", {"kind": "other"}, "kind: expected one of assignment, pt"),
        ("assess.change", {"kind": []}, "kind: expected one of assignment, ptkb"),
        ("assess.change", {"after": "wonderful"}, "after: expected one of"),
        ("assess.change", {"before": "9"}, "before: expected one of"),
        ("assess.relevancelabel", {"value": "9"}, "value: expected one of 0, 1, 2"),
        ("assess.supportlabel", {"value": "2"}, "value: expected one of full_support"),
        ("nuggets.assignmentlabel", {"value": "full_support"}, "value: expected one"),
        ("assess.judge", {"rule": "whim"}, "rule: expected one of assessors, first"),
        ("assess.allocation", {"kind": "gossip"}, "kind: expected one of answers"),
        ("assess.allocation", {"subject": "a bank"}, "subject: expected a UUID"),
        ("assess.slot", {"kind": "gossip"}, "kind: expected one of answers, assig"),
        ("assess.guideline", {"kind": "gossip"}, "kind: expected one of answers"),
        (
            "assess.adjudication",
            {"kind": "nuggets"},
            "kind: expected one of assign",
        ),
        ("assess.thread", {"item": "that one"}, "item: expected the name of an item"),
        ("assess.thread", {"item": f"{TRACK}:{TRACK}"}, "item: expected the name of"),
        ("jobs.job", {"kind": "mischief"}, "kind: expected one of "),
        ("jobs.job", {"kind": "archive"}, "kind: expected one of "),
        ("jobs.job", {"kind": "archive_import"}, "kind: expected one of "),
        ("jobs.job", {"params": {"path": "/etc/passwd"}}, "an object without a path"),
        ("jobs.job", {"result": {"sha256": "/etc/passwd"}}, "64 lower-case hexadec"),
        (
            "jobs.job",
            {"result": {"link": "/\\elsewhere.test"}},
            "a path of this server",
        ),
        ("jobs.job", {"result": {"link": "javascript:1"}}, "a path of this server"),
        ("runs.import", {"sha256": "/etc/passwd"}, "sha256: expected 64 lower-case"),
        ("runs.import", {"sha256": "../" * 20 + "etc"}, "sha256: expected 64 lower"),
        ("assess.snapshot", {"sha256": "A" * 64}, "sha256: expected 64 lower-case"),
        ("assess.judge", {"sha256": "0" * 63}, "sha256: expected 64 lower-case"),
        ("runs.import", {"kind": "gossip"}, "kind: expected one of "),
        ("assess.change", {"label_id": 0}, "label_id: expected a whole number from 1"),
        ("assess.change", {"label_id": 10**9}, "label_id: expected an earlier row"),
        ("assess.change", {"more": 1}, "Its columns are not those of the manifest"),
    ],
)
def test_a_row_that_its_table_cannot_hold(
    parts: Parts, table: str, columns: Said, said: str, tmp_path: Path
) -> None:
    found = refused(sealed(with_row(parts, table, 1, **columns)), tmp_path)
    assert f"tables/{table}.jsonl, line 1" in found
    assert said in found


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"[]\n",
        b"{\n",
        b"nul\n",
        b"\xff\n",
        b'{"a": NaN}\n',
        b"[" * 99999 + b"\n",
    ],
)
def test_a_line_that_is_no_row(parts: Parts, line: bytes, tmp_path: Path) -> None:
    name = "tables/nuggets.nugget.jsonl"
    found = refused(sealed(parts | {name: parts[name] + line}), tmp_path)
    assert f"{name}, line 129" in found or f"{name}, line 130" in found


def test_a_line_of_millions_of_values_is_refused_unread(
    parts: Parts, settings: Settings, tmp_path: Path
) -> None:
    settings.UNPACKED_RATIO = 10_000
    name = "tables/nuggets.nugget.jsonl"
    line = b'{"text":[' + b"[]," * 2_000_000 + b"[]]}\n"
    found = refused(sealed(parts | {name: line}), tmp_path)
    assert f"{name}, line 1: It holds nothing, or more than 2,000,000 values." in found


def test_a_line_without_an_end(parts: Parts, tmp_path: Path) -> None:
    name = "tables/nuggets.nugget.jsonl"
    found = refused(sealed(parts | {name: parts[name][:-1]}), tmp_path)
    assert "The line has no end" in found


def test_two_people_of_one_name(parts: Parts, tmp_path: Path) -> None:
    found = refused(
        sealed(with_row(parts, "accounts.user", 1, username="bea")), tmp_path
    )
    assert "username: line 1 has the same, 'bea'" in found


def test_fewer_rows_than_the_manifest_says(parts: Parts, tmp_path: Path) -> None:
    name = "tables/assess.remark.jsonl"
    found = refused(sealed(parts | {name: b""}), tmp_path)
    assert "the manifest says" in found


def test_two_rows_that_cannot_be_together(parts: Parts, tmp_path: Path) -> None:
    row = json.loads(parts["tables/assess.remark.jsonl"].splitlines()[0])
    again = with_row(parts, "assess.remark", 2, uuid=row["uuid"])
    found = refused(sealed(again), tmp_path)
    assert "tables/assess.remark.jsonl: Among lines 1 to" in found
    assert "two rows cannot be together" in found


def test_the_first_twenty_findings_are_told(parts: Parts, tmp_path: Path) -> None:
    name = "tables/assess.change.jsonl"
    parts[name] = parts[name].replace(b'"version":', b'"wersion":')
    rows = parts["tables/runs.segment.jsonl"].replace(b'"text":"', b'"text":"\\u0000')
    found = refused(sealed(parts | {"tables/runs.segment.jsonl": rows}), tmp_path)
    assert found.count("runs.segment.jsonl, line") == 20


def test_a_table_of_a_later_assay(parts: Parts, tmp_path: Path) -> None:
    def later(said: Said) -> None:
        said["tables"].append({"name": "runs.later", "columns": [], "rows": 0})

    found = refused(sealed(parts | {"tables/runs.later.jsonl": b""}, later), tmp_path)
    assert "this Assay does not know it" in found


def test_a_column_of_a_later_assay(parts: Parts, tmp_path: Path) -> None:
    def later(said: Said) -> None:
        (table,) = [each for each in said["tables"] if each["name"] == "runs.segment"]
        table["columns"].append("colour")

    assert "Unknown columns: colour" in refused(sealed(parts, later), tmp_path)


def test_a_column_and_a_table_of_an_earlier_assay_may_be_missing(
    parts: Parts, tmp_path: Path
) -> None:
    def earlier(said: Said) -> None:
        tables = said["tables"]
        said["tables"] = [each for each in tables if each["name"] != "assess.snapshot"]
        (table,) = [each for each in tables if each["name"] == "runs.response"]
        table["columns"].remove("line")

    name = "tables/runs.response.jsonl"
    rows = [json.loads(line) for line in parts[name].splitlines()]
    for row in rows:
        del row["line"]
    parts[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    del parts["tables/assess.snapshot.jsonl"]
    assert bring_in(sealed(parts, earlier), tmp_path).error == ""


def test_a_row_of_another_track_of_the_house_is_not_taken_over(
    parts: Parts, tmp_path: Path
) -> None:
    other = Track.objects.get().topics.first()
    assert other is not None
    found = refused(
        sealed(with_row(parts, "runs.topic", 2, uuid=str(other.uuid))), tmp_path
    )
    assert "runs.topic.jsonl, line 2, uuid" in found


def test_a_manifest_is_read_as_it_was_written(parts: Parts) -> None:
    manifest = read_manifest(parts[MANIFEST])
    assert manifest.written() == parts[MANIFEST]
