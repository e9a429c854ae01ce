"""A damaged zip is refused, with its place named and nothing stored."""

import io
import zipfile
from pathlib import Path

import pytest

from assess.exchange.archive.format.manifest import MANIFEST
from tests.assess.exchange.archive.damage.members import Parts, refused, sealed, zipped
from tests.assess.exchange.archive.transfer import bring_in

# An archive is refused before a row is written, so one database is enough.
pytestmark = [
    pytest.mark.usefixtures("installation"),
    pytest.mark.stack("embedded"),
]


def test_sealing_alone_keeps_it_whole(parts: Parts, tmp_path: Path) -> None:
    assert bring_in(sealed(parts), tmp_path).error == ""


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"no zip at all" * 99, b"\x00" * 500], ids=repr
)
def test_no_zip(data: bytes, tmp_path: Path) -> None:
    assert "The file is not a complete zip" in refused(data, tmp_path)


def test_another_zip(tmp_path: Path) -> None:
    assert "no manifest.json" in refused(zipped({"a": b""}), tmp_path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_cut_short(data: bytes, share: float, tmp_path: Path) -> None:
    cut = data[: int(len(data) * share)]
    assert "The file is not a complete zip" in refused(cut, tmp_path)


def test_a_byte_changed_on_the_way(data: bytes, tmp_path: Path) -> None:
    at = data.index(b"tables/assess.change.jsonl") + 1000
    turned = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
    assert "tables/assess.change.jsonl" in refused(turned, tmp_path)


def test_content_that_is_not_what_the_hash_says(parts: Parts, tmp_path: Path) -> None:
    name = "tables/nuggets.nugget.jsonl"
    parts[name] = parts[name].replace(b"water", b"wader", 1)
    said = refused(zipped(parts), tmp_path)
    assert said == f"{name}: Its content does not match the manifest's hash."


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
