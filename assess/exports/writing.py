"""Write an export: its files and their manifest, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from assess.exports.registry import CannotExport, Exporter, ExportFile, Wanted

MANIFEST = "manifest.json"


class Written(NamedTuple):
    """An export on disk: its files in order, and the manifest's content."""

    folder: Path
    files: list[Path]
    manifest: dict[str, Any]


@contextmanager
def written(
    exporter: Exporter, wanted: Wanted, *, now: datetime, beside: Path | None = None
) -> Iterator[Written]:
    """Write an export and its manifest into a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".export-", dir=beside) as name:
        folder = Path(name)
        export = exporter.make(wanted)
        facts = [_write(folder, each) for each in export.files]
        manifest = {
            "export": exporter.name,
            "track": wanted.track.slug,
            "made_at": now.isoformat(),
            "options": {each.name: wanted.option(each) for each in exporter.options},
            "topics": None if wanted.topics is None else sorted(wanted.named() or ()),
            **export.notes,
            "files": facts,
        }
        text = json.dumps(manifest, ensure_ascii=False, indent=2)
        (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")
        yield Written(folder, [folder / fact["name"] for fact in facts], manifest)


def _write(folder: Path, file: ExportFile) -> dict[str, Any]:
    digest, lines = hashlib.sha256(), 0
    with (folder / file.name).open("xb") as target:
        for line in file.lines:
            data = line.encode()
            target.write(data)
            digest.update(data)
            lines += 1
    return {"name": file.name, "lines": lines, "sha256": digest.hexdigest()}


def export_to(
    exporter: Exporter, wanted: Wanted, out: Path, *, now: datetime
) -> dict[str, Any]:
    """Write an export to a path, replacing an older one; return its manifest.

    A file has its manifest beside it, under its name and `.manifest.json`; a folder
    has it inside. Raise CannotExport, with nothing written, also where a folder there
    holds something else.
    """
    _check_free(exporter, out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with written(exporter, wanted, now=now, beside=out.parent) as made:
        if exporter.folder:
            _put_folder(made.folder, out)
        else:
            made.files[0].replace(out)
            manifest = out.with_name(f"{out.name}.{MANIFEST}")
            (made.folder / MANIFEST).replace(manifest)
    return made.manifest


def _check_free(exporter: Exporter, out: Path) -> None:
    if not exporter.folder:
        if out.is_dir():
            raise CannotExport(f"{out} is a folder; {exporter.name} is one file.")
    elif out.exists() and not _is_ours(out):
        raise CannotExport(f"{out} is there already, and is no earlier export.")


def _is_ours(out: Path) -> bool:
    if not out.is_dir():
        return False
    return (out / MANIFEST).is_file() or not any(out.iterdir())


def _put_folder(made: Path, out: Path) -> None:
    """Put the files in place; an older export of that name is dropped whole."""
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
    target = tempfile.TemporaryFile()  # noqa: SIM115 - the answer closes it
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path in [made.folder / MANIFEST, *made.files]:
            bundle.write(path, path.name)
    target.seek(0)
    return target
