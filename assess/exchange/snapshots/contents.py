"""The content of a snapshot: one file, or a zip of several exports."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings

from assess.exchange.exports.catalogue import ExportChoice, refusal
from assess.exchange.exports.folders import (
    Watch,
    Written,
    packed,
    write_into,
    write_manifest,
    written,
)
from assess.exchange.exports.names import file_stems, saved_as
from assess.exchange.exports.registry import CannotExport, Exporter, Wanted
from assess.exchange.snapshots.requests import (
    Asked,
    called,
    choices_of_set,
    wanted_again,
)
from assess.exchange.snapshots.zips import pack
from runs.kernel.formats.writers import CannotWrite
from runs.models import Track

# Called with the exports done, their total, and the current one.
Progress = Callable[[int, int, str], None]


class SnapshotFile(NamedTuple):
    """An open file, and the name to save it by."""

    source: IO[bytes]
    filename: str


class Content(NamedTuple):
    """The content of a snapshot: its bytes, the name of the download, the manifest."""

    source: IO[bytes]
    filename: str
    manifest: dict[str, Any]


@contextmanager
def content_of(track: Track, asked: Asked, *, progress: Progress) -> Iterator[Content]:
    """Create the requested content; the same data give the same bytes and manifest.

    A refused export of a set is noted in the manifest; a single one raises CannotExport
    or CannotWrite.
    """
    if "exports" in asked:
        with _set(track, asked, progress) as content:
            yield content
        return
    exporter, wanted = wanted_again(track, asked)
    with written(exporter, wanted, watch=_watch(progress, 0, 1)) as made:
        source, name = saved(made, exporter, wanted)
        with source:
            yield Content(source, name, made.manifest)


def saved(
    made: Written, exporter: Exporter, wanted: Wanted, *, whole: bool = False
) -> SnapshotFile:
    """Open the download of an export: its file, or a zip with its manifest.

    whole: a zip in any case. The name contains the bank and the judge. The open file
    remains valid after its folder is deleted.
    """
    rows = [called(wanted.parts[part.name]) for part in exporter.parts]
    name = saved_as(wanted.track.slug, exporter.name, *rows)
    if whole or exporter.in_folder(wanted):
        return SnapshotFile(packed(made), f"{name}.zip")
    (file,) = made.files
    return SnapshotFile(file.open("rb"), name + "".join(file.suffixes))


def _watch(progress: Progress, done: int, total: int) -> Watch:
    return lambda message: progress(done, total, message)


@contextmanager
def _set(track: Track, asked: Asked, progress: Progress) -> Iterator[Content]:
    choices = list(choices_of_set(track, asked))
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".export-") as name:
        folder = Path(name)
        rows = list(_write_all(folder, choices, progress))
        manifest = {"exports": list(asked["exports"]), "track": track.slug}
        manifest |= {"parts": rows}
        write_manifest(folder, manifest)
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        with pack(folder, paths) as source:
            yield Content(source, f"{track.slug}-exports.zip", manifest)


def _write_all(
    folder: Path, choices: Sequence[ExportChoice], progress: Progress
) -> Iterator[dict[str, Any]]:
    """Write each export of a set into a folder of its own; yield their manifests."""
    stems = file_stems([_said(choice) for choice in choices])
    for done, choice in enumerate(choices):
        said = _said(choice)
        progress(done, len(choices), said)
        own = folder / stems[said]
        own.mkdir()
        watch = _watch(progress, done, len(choices))
        try:
            made = write_into(own, choice.exporter, choice.wanted, watch=watch)
        except (CannotExport, CannotWrite) as error:
            shutil.rmtree(own)
            yield {"of": said, "export": choice.exporter.name, **refusal(error)}
        else:
            yield {"of": said, "folder": own.name, **made}


def _said(choice: ExportChoice) -> str:
    return " ".join(choice.name)
