"""The folder of an export: its manifest, its names, what it replaces."""

import hashlib
import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from nuggets.assignment.exporter import file_names
from nuggets.models import Bank
from runs.models import Run, Track
from tests.make import NOW, make_response, make_run
from tests.nuggets.scores.exports.files import assign, export, unlabel

pytestmark = pytest.mark.both_stacks


def test_the_manifest_counts_hashes_and_names_versions(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    for fact in manifest["files"]:
        data = (tmp_path / "out" / fact["name"]).read_bytes()
        assert fact["sha256"] == hashlib.sha256(data).hexdigest()
        assert fact["lines"] == data.count(b"\n")
    version = bank.versions.get(topic__name="9")
    assert manifest["bank"]["versions"]["9"]["uuid"] == str(version.uuid)
    assert manifest["judge"]["name"] == "lexical"
    assert manifest["options"] == {"unlabelled": "stop"}
    assert manifest["runs"][0]["unanswered"] == ["10"]


def test_a_run_that_nobody_judged_has_no_file_and_stops_nothing(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    make_response(make_run(track, "later"), track.topics.get(name="9"))
    assign(track, bank, tmp_path / "out")
    assert not (tmp_path / "out" / "later.jsonl").exists()


def test_a_failed_export_leaves_the_earlier_one_as_it_was(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    unlabel(bank)
    with pytest.raises(CommandError):
        assign(track, bank, tmp_path / "out")
    assert {p: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_older_export_is_replaced_whole(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    assign(track, bank, tmp_path / "out")
    Run.objects.filter(name="run-a").update(deleted_at=NOW)
    assign(track, bank, tmp_path / "out")
    assert not (tmp_path / "out" / "run-a.jsonl").exists()


def test_a_folder_that_is_no_export_is_never_replaced(
    track: Track, bank: Bank, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(CommandError, match="is no earlier export"):
        assign(track, bank, tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("run.a_1-b", "run.a_1-b.jsonl"),
        ("../../etc", "%2E.%2F..%2Fetc.jsonl"),
        (".hidden", "%2Ehidden.jsonl"),
        ("a/b", "a%2Fb.jsonl"),
    ],
)
def test_a_file_is_named_by_its_run_and_stays_in_its_folder(
    tag: str, name: str
) -> None:
    assert file_names([tag]) == {tag: name}


def test_long_tags_that_begin_alike_have_files_of_their_own() -> None:
    first, second = file_names(["x" * 150, "x" * 149 + "y"]).values()
    assert first != second
    assert max(len(first), len(second)) < 150


@pytest.mark.parametrize(
    ("what", "given", "said"),
    [
        ("qrels", [], "Name the judge with --judge"),
        ("nuggets", ["--bank", "none"], "Banks: post-edited"),
        (
            "assignments",
            ["--bank", "post-edited", "--judge", "none"],
            "Judges: lexical",
        ),
        ("nuggets", ["--bank", "post-edited", "--topic", "77"], "no topic 77"),
        (
            "nuggets",
            ["--bank", "post-edited", "--protocol", "post_edited"],
            "no --prot",
        ),
    ],
)
def test_the_command_says_what_is_wrong(
    track: Track, bank: Bank, tmp_path: Path, what: str, given: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        export(track, what, tmp_path / "out", *given)
