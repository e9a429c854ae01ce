"""Zips whose bytes depend only on their content."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO

# The metadata of each file in a zip: the earliest possible time, and permission for
# everybody to read.
THEN = (1980, 1, 1, 0, 0, 0)
READABLE = 0o100644 << 16
UNIX = 3
LARGE = 1 << 31  # bytes


def pack(folder: Path, paths: Iterable[Path]) -> IO[bytes]:
    """Return a zip of some files below a folder, as an open temporary file."""
    target = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - the caller closes it
    with zipfile.ZipFile(target, "w") as bundle:
        for path in paths:
            _add(bundle, path, path.relative_to(folder).as_posix())
    target.seek(0)
    return target


def _add(bundle: zipfile.ZipFile, path: Path, name: str) -> None:
    said = zipfile.ZipInfo(name, THEN)
    said.compress_type = zipfile.ZIP_DEFLATED
    said.external_attr, said.create_system = READABLE, UNIX
    large = path.stat().st_size > LARGE
    with path.open("rb") as source, bundle.open(said, "w", force_zip64=large) as target:
        shutil.copyfileobj(source, target)
