"""Rows that are damaged, or of another version, are refused with their place."""

import json
from pathlib import Path

import pytest
from pytest_django import Settings

from runs.models import Track
from tests.assess.exchange.archive.damage.members import (
    Parts,
    Said,
    refused,
    sealed,
    with_row,
)
from tests.assess.exchange.archive.transfer import bring_in

# An archive is refused before a row is written, so one database is enough.
pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]

TRACK = "11111111-1111-4111-8111-111111111111"


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
        ("assess.change", {"kind": "other"}, "kind: expected one of assignment, en"),
        ("assess.change", {"kind": []}, "kind: expected one of assignment, entail"),
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
    number = parts[name].count(b"\n") + 1
    assert f"{name}, line {number}:" in found


def test_a_line_of_millions_of_values_is_refused_unread(
    parts: Parts, settings: Settings, tmp_path: Path
) -> None:
    settings.UNPACKED_RATIO = 10_000
    name = "tables/nuggets.nugget.jsonl"
    line = b'{"text":[' + b"[]," * 2_000_000 + b"[]]}\n"
    found = refused(sealed(parts | {name: line}), tmp_path)
    assert f"{name}, line 1: It is empty, or has more than 2,000,000 values." in found


def test_a_line_without_an_end(parts: Parts, tmp_path: Path) -> None:
    name = "tables/nuggets.nugget.jsonl"
    found = refused(sealed(parts | {name: parts[name][:-1]}), tmp_path)
    assert "The line has no end" in found


def test_two_people_of_one_name(parts: Parts, tmp_path: Path) -> None:
    found = refused(
        sealed(with_row(parts, "accounts.user", 1, username="bea")), tmp_path
    )
    assert "username: line 1 has the same, 'bea'" in found


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
