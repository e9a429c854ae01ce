"""Write an export: its files and their manifest, completely or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings

from assess.exchange.exports.put_away import left_away
from assess.exchange.exports.registry import CannotExport, Exporter, ExportFile, Wanted
from assess.exchange.snapshots.zips import pack

MANIFEST = "manifest.json"
OFTEN = 5_000  # lines between two calls of `watch`

Watch = Callable[[str], None]


class Written(NamedTuple):
    """An export on disk: its files in order, and the manifest's content."""

    folder: Path
    files: list[Path]
    manifest: dict[str, Any]


def nobody(_message: str) -> None:
    """Ignore the progress of an export."""


@contextmanager
def written(
    exporter: Exporter,
    wanted: Wanted,
    *,
    now: datetime | None = None,
    beside: Path | None = None,
    watch: Watch = nobody,
) -> Iterator[Written]:
    """Write an export and its manifest into a folder that is deleted afterwards.

    Without `now` the files contain no time: the same data give the same bytes. `watch`
    is called with the progress, and may raise to stop.
    """
    with tempfile.TemporaryDirectory(
        prefix=".export-", dir=beside or settings.DATA_DIR
    ) as name:
        folder = Path(name)
        manifest = write_into(folder, exporter, wanted, now=now, watch=watch)
        files = [folder / fact["name"] for fact in manifest["files"]]
        yield Written(folder, files, manifest)


def write_into(
    folder: Path,
    exporter: Exporter,
    wanted: Wanted,
    *,
    now: datetime | None = None,
    watch: Watch = nobody,
) -> dict[str, Any]:
    """Write an export's files and manifest to an empty folder; return the manifest."""
    export = exporter.make(wanted)
    facts = [_write(folder, each, watch) for each in export.files]
    left_out = [*export.left_out, *left_away(exporter, wanted)]
    manifest = {
        "export": exporter.name,
        "track": wanted.track.slug,
        **({} if now is None else {"made_at": now.isoformat()}),
        "options": {each.name: wanted.option(each) for each in exporter.options},
        "topics": None if wanted.topics is None else sorted(wanted.named() or ()),
        **export.notes,
        "left_out": [asdict(row) for row in left_out if row.count],
        "files": facts,
    }
    write_manifest(folder, manifest)
    return manifest


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest into its folder."""
    text = json.dumps(manifest, ensure_ascii=False, indent=2)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def _write(folder: Path, file: ExportFile, watch: Watch) -> dict[str, Any]:
    path, lines = folder / file.name, 0
    path.parent.mkdir(exist_ok=True)
    with _opened(path) as target:
        for line in file.lines:
            if lines % OFTEN == 0:
                watch(f"{file.name}: {lines:,} lines")
            target.write(line.encode())
            lines += 1
    with path.open("rb") as made:
        digest = hashlib.file_digest(made, "sha256").hexdigest()
    size = path.stat().st_size
    return {"name": file.name, "lines": lines, "size": size, "sha256": digest}


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with path.open("xb") as target:
        if path.suffix != ".gz":
            yield target
            return
        # Neither name nor time: the same lines give the same bytes.
        with gzip.GzipFile("", "wb", 6, target, mtime=0) as compressed:
            yield compressed  # type: ignore[misc]


def export_to(
    exporter: Exporter, wanted: Wanted, out: Path, *, now: datetime
) -> dict[str, Any]:
    """Write an export to a path, replacing an older one; return its manifest.

    A file's manifest is next to it, under its name and `.manifest.json`; a folder
    contains it. Raise CannotExport, with nothing written, also if a folder there
    contains something else.
    """
    folder = exporter.in_folder(wanted)
    _check_free(exporter, out, folder=folder)
    out.parent.mkdir(parents=True, exist_ok=True)
    with written(exporter, wanted, now=now, beside=out.parent) as made:
        if folder:
            _put_folder(made.folder, out)
        else:
            made.files[0].replace(out)
            manifest = out.with_name(f"{out.name}.{MANIFEST}")
            (made.folder / MANIFEST).replace(manifest)
    return made.manifest


def _check_free(exporter: Exporter, out: Path, *, folder: bool) -> None:
    if not folder:
        if out.is_dir():
            raise CannotExport(f"{out} is a folder; {exporter.name} is one file.")
    elif out.exists() and not _is_ours(out):
        raise CannotExport(f"{out} is there already, and is no earlier export.")


def _is_ours(out: Path) -> bool:
    if not out.is_dir():
        return False
    return (out / MANIFEST).is_file() or not any(out.iterdir())


def _put_folder(made: Path, out: Path) -> None:
    """Move the files into place; an older export of that name is deleted."""
    fresh = made / "fresh"
    fresh.mkdir(mode=0o755)
    for path in list(made.iterdir()):
        if path != fresh:
            path.rename(fresh / path.name)
    if out.exists():
        out.rename(made / "old")
    fresh.rename(out)
    shutil.rmtree(made / "old", ignore_errors=True)


def packed(made: Written) -> IO[bytes]:
    """Return a zip of an export, manifest first, as an open temporary file."""
    return pack(made.folder, [made.folder / MANIFEST, *made.files])
