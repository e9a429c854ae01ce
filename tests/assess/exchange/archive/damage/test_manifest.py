"""A manifest that is damaged, or of another format, is refused."""

import json
from pathlib import Path

import pytest

from assess.exchange.archive.format.manifest import MANIFEST, read_manifest
from tests.assess.exchange.archive.damage.members import Parts, refused, sealed, zipped

# An archive is refused before a row is written, so one database is enough.
pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]


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


def test_fewer_rows_than_the_manifest_says(parts: Parts, tmp_path: Path) -> None:
    name = "tables/assess.remark.jsonl"
    found = refused(sealed(parts | {name: b""}), tmp_path)
    assert "the manifest says" in found


def test_a_manifest_is_read_as_it_was_written(parts: Parts) -> None:
    manifest = read_manifest(parts[MANIFEST])
    assert manifest.written() == parts[MANIFEST]
