"""The export and import of a track, both in the test's database."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from assess.exchange.archive.actions import create_arrival
from assess.exchange.archive.format.tables import all_tables
from assess.exchange.archive.pseudonyms import Hidden
from assess.exchange.archive.writer import write_archive
from jobs.models import Job, JobFailure
from jobs.run import run_here
from runs.models import Track
from runs.uploads import measure
from tests.make import NOW

NOTHING = Hidden()


def archive_of(track: Track, hidden: Hidden = NOTHING) -> bytes:
    """Return a track's archive."""
    target = io.BytesIO()
    write_archive(track, target, hidden=hidden)
    return target.getvalue()


def bring_in(data: bytes, folder: Path) -> Job:
    """Import an archive, and return the job as it ended."""
    path = folder / "archive.zip"
    path.write_bytes(data)
    with path.open("rb") as source:
        stored = measure(source)
    job = create_arrival(
        stored, filename=path.name, by=None, now=NOW, path=str(path.resolve())
    )
    return run_here(job)


def forget(track: Track) -> None:
    """Delete everything that archives contain of a track."""
    tables = all_tables()
    for table in tables:
        if table.later:
            table.of(track).update(**dict.fromkeys(table.later))
    rows = {table.name: list(table.of(track).values_list("pk")) for table in tables}
    for table in reversed(tables):
        found = [pk for (pk,) in rows[table.name]]
        table.model._base_manager.filter(pk__in=found).delete()


def track_rows() -> dict[str, int]:
    """Return how many rows each table has, of all tracks, without jobs."""
    return {
        table.name: table.model._base_manager.count()
        for table in all_tables()
        if table.model not in (Job, JobFailure)
    }


def members_of(data: bytes) -> dict[str, bytes]:
    """Return an archive's files by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows_of(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of an archive's tables."""
    return {
        name.removeprefix("tables/").removesuffix(".jsonl"): [
            json.loads(line) for line in content.splitlines()
        ]
        for name, content in members_of(data).items()
        if name.startswith("tables/")
    }
