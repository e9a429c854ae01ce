"""The files of this folder."""

from __future__ import annotations

import json
import lzma
import tarfile
from pathlib import Path

HERE = Path(__file__).parent
INSTALLATION = "installation.tar.xz"
ARCHIVE = "sample.assay.zip"
EXPORTS, PAGES = "exports.json.xz", "pages.json.xz"


def read_texts(path: Path) -> dict[str, str]:
    """Return texts by their names."""
    found: dict[str, str] = json.loads(lzma.decompress(path.read_bytes()))
    return found


def write_texts(path: Path, texts: dict[str, str]) -> None:
    """Write texts by their names: the same texts give the same bytes."""
    text = json.dumps(texts, ensure_ascii=False, indent=0)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def write_folder(path: Path, folder: Path) -> None:
    """Pack the content of an installation: its database and its uploads."""
    with tarfile.open(path, "w:xz", preset=9) as packed:
        for name in ("assay.sqlite3", "uploads"):
            packed.add(folder / name, name)


def unpack_folder(path: Path, folder: Path) -> None:
    """Unpack an installation."""
    with tarfile.open(path) as packed:
        packed.extractall(folder, filter="data")
