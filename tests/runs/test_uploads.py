import hashlib
from pathlib import Path

import pytest
from pytest_django import Settings

from runs.uploads import NoSuchContent, TooLarge, store_upload
from tests.content_paths import stored_path


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_content_lies_under_its_hash_once(folder: Path) -> None:
    stored = store_upload([b"tides ", b"turn"])
    assert store_upload([b"tides turn"]) == stored
    assert stored.sha256 == hashlib.sha256(b"tides turn").hexdigest()
    assert files(folder) == [stored_path(stored.sha256)]
    assert stored_path(stored.sha256).read_bytes() == b"tides turn"


def test_too_much_content_leaves_nothing(folder: Path, settings: Settings) -> None:
    settings.UPLOAD_LIMIT = 10
    with pytest.raises(TooLarge):
        store_upload([b"123456", b"123456"])
    assert files(folder) == []


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../x",
        "a" * 63,
        "a" * 65,
        "A" * 64,
        "a" * 64 + "\n",
        "a" * 63 + "\0",
        "\N{ARABIC-INDIC DIGIT ONE}" * 64,
    ],
)
def test_nothing_but_a_hash_has_a_place(folder: Path, name: str) -> None:
    with pytest.raises(NoSuchContent):
        stored_path(name)
