"""Write an archive: the state of a track at one moment."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, BinaryIO

from django.conf import settings

from assess.exchange.archive.format.lines import (
    READ_AT_ONCE,
    LineNumbers,
    line_of,
    one_moment,
    rows_of,
)
from assess.exchange.archive.format.manifest import (
    Manifest,
    PromptFacts,
    TableFacts,
    member_of,
)
from assess.exchange.archive.format.package import Packing
from assess.exchange.archive.format.tables import Table, all_tables
from assess.exchange.archive.intake.prompts import (
    prompt_member,
    prompt_text,
    used_prompts,
)
from assess.exchange.archive.pseudonyms import Hidden, hiding
from runs.kernel.hashes import is_sha256
from runs.models import Import, Track
from runs.uploads import CHUNK, is_stored, measure, open_content

EVERY = 5000  # rows between two checks for cancellation

# Called with the rows written, their total, and the table.
Progress = Callable[[int, int, str], None]


def assay_version() -> str:
    """Return the version of this Assay."""
    text = (settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def write_archive(
    track: Track,
    target: IO[bytes],
    *,
    hidden: Hidden = Hidden(),  # noqa: B008 - a tuple
    progress: Progress = lambda _done, _total, _table: None,
) -> Manifest:
    """Write a track's archive and return its manifest.

    The same content gives the same bytes. Raise NotArchived if an archived row refers
    to one that is still being imported, and whatever `progress` raises.
    """
    with one_moment() as using:
        writing = _Writing(track, target, hidden, progress, using)
        try:
            return writing.write()
        finally:
            writing.packing.close()


class _Writing:
    """The writing of one archive."""

    def __init__(
        self,
        track: Track,
        target: IO[bytes],
        hidden: Hidden,
        progress: Progress,
        using: str,
    ) -> None:
        self.track, self.using, self.hidden = track, using, hidden
        self.packing = Packing(target)
        self.numbers = LineNumbers()
        self.hide = hiding(track, hidden, using)
        self.progress = progress
        self.tables = [*filter(self._is_kept, all_tables())]
        self.rows = {each.name: self._number(each) for each in self.tables}
        self.total = sum(self.rows.values())
        self.done = 0

    def write(self) -> Manifest:
        """Write every table, then the prompts and the files, and last the manifest."""
        for table in self.tables:
            self.packing.add(member_of(table.name), self._lines(table))
        prompts = tuple(self._prompts())
        missing = tuple(self._files())
        named = {"slug": self.track.slug, "name": self.track.name}
        manifest = Manifest(
            assay=assay_version(),
            track={"uuid": str(self.track.uuid), **named},
            pseudonyms=self.hidden._asdict(),
            tables=tuple(self._facts(table) for table in self.tables),
            prompts=prompts,
            missing_files=missing,
            members=dict(self.packing.members),
        )
        self.packing.finish(manifest)
        return manifest

    def _is_kept(self, table: Table) -> bool:
        return not (table.as_it_came and self.hidden)

    def _lines(self, table: Table) -> Iterator[bytes]:
        for row in rows_of(table, self.track, self.numbers, using=self.using):
            if self.hide:
                self.hide(table, row)
            yield line_of(row)
            self.done += 1
            if self.done % EVERY == 0:
                self.progress(self.done, self.total, table.title)

    def _facts(self, table: Table) -> TableFacts:
        return TableFacts(table.name, tuple(table.columns), self.rows[table.name])

    def _number(self, table: Table) -> int:
        pks = table.of(self.track, self.using).values_list("pk", flat=True)
        return self.numbers.note(table.name, pks.iterator(READ_AT_ONCE))

    def _prompts(self) -> Iterator[PromptFacts]:
        for used in used_prompts(self.track, self.using):
            text = prompt_text(self.track, used, self.using)
            member = prompt_member(used, text) if text else None
            if text and member and member not in self.packing.members:
                self.packing.add(member, [text])
            yield PromptFacts(used.name, used.version, member)

    def _files(self) -> Iterator[str]:
        """Add the imported and exported files; yield the hashes of missing ones."""
        places: dict[str, Path | None] = {}
        for table in self.tables:
            if table.file:
                places |= _places(table, self.track, self.using)
        for sha256, path in sorted(places.items()):
            self.progress(self.total, self.total, "files")
            if self.hidden or not self._add_file(sha256, path):
                yield sha256

    def _add_file(self, sha256: str, path: Path | None) -> bool:
        """Add a file; return False if it is missing or has changed."""
        try:
            file = _opened(sha256, path)
        except OSError:
            return False
        with file:
            if measure(file).sha256 != sha256:
                return False
            file.seek(0)
            self.packing.add(f"files/{sha256}", iter(lambda: file.read(CHUNK), b""))
        return True


def _opened(sha256: str, path: Path | None) -> BinaryIO:
    return path.open("rb") if path else open_content(sha256)


def _places(table: Table, track: Track, using: str) -> dict[str, Path | None]:
    """Return the files to which a table's rows refer by their hash.

    None for a stored file; the path for a file that a command imported in place.
    """
    found: dict[str, Path | None] = {}
    for row in table.of(track, using):
        sha256 = str(getattr(row, table.file))
        if not is_sha256(sha256):
            continue
        named = row.params.get("path") if isinstance(row, Import) else None
        found[sha256] = Path(named) if named and not is_stored(sha256) else None
    return found
