"""Archives packed from changed members, and how they are refused."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from assess.exchange.archive.format.manifest import (
    MANIFEST,
    Manifest,
    PromptFacts,
    TableFacts,
)
from assess.exchange.archive.format.package import Packing
from jobs.models import JobState
from runs.models import Track
from tests.assess.exchange.archive.transfer import bring_in, track_rows

Parts = dict[str, bytes]
Said = dict[str, Any]


def zipped(parts: Parts, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def sealed(parts: Parts, change: Callable[[Said], object] = dict) -> bytes:
    """Return an archive with correct hashes for its content."""
    said = json.loads(parts.pop(MANIFEST))
    change(said)
    manifest = read_again(said)
    target = io.BytesIO()
    packing = Packing(target)
    for name, content in parts.items():
        packing.add(name, [content])
    packing.finish(replace(manifest, members=packing.members))
    return target.getvalue()


def read_again(said: Said) -> Manifest:
    """Return a manifest without checks."""
    known = {name: said[name] for name in ("assay", "track", "pseudonyms", "format")}
    return Manifest(
        tables=tuple(TableFacts(**each) for each in said["tables"]),
        prompts=tuple(PromptFacts(**each) for each in said["prompts"]),
        missing_files=tuple(said["missing_files"]),
        members={},
        **known,
    )


def with_row(parts: Parts, table: str, line: int, **columns: object) -> Parts:
    """Change some columns of one row."""
    name = f"tables/{table}.jsonl"
    lines = parts[name].splitlines(keepends=True)
    row = json.loads(lines[line - 1]) | columns
    lines[line - 1] = json.dumps(row).encode() + b"\n"
    return parts | {name: b"".join(lines)}


def refused(data: bytes, folder: Path) -> str:
    """Import something that is no archive; return the error message."""
    before = track_rows()
    job = bring_in(data, folder)
    assert job.state == JobState.FAILED
    assert job.error.startswith("Nothing was imported")
    assert job.failures.exists()
    assert track_rows() == before
    assert not Track.everything.filter(arriving=True).exists()
    return " ".join(str(failure) for failure in job.failures.all())
