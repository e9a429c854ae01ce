"""The archive file: a zip whose bytes depend only on its content."""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, Self, cast

from assess.exchange.archive.format.manifest import (
    MANIFEST,
    BadManifest,
    Manifest,
    Member,
    read_manifest,
)
from runs.kernel.checks.catalogue import KINDS
from runs.kernel.checks.decompression import (
    FLOOR,
    Limits,
    PastLimit,
    Unpacked,
    Watch,
    unwatched,
)
from runs.limits import reading_limits
from runs.uploads import open_content

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can contain
LONGEST_MANIFEST = 16 * 1024 * 1024  # bytes
CHUNK = 1024 * 1024
ORDINARY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1


class Damaged(Exception):
    """An incomplete archive; `member` names the damaged part, "" for all of it."""

    def __init__(self, message: str, member: str = "", line: int | None = None) -> None:
        """Store the place with the message."""
        super().__init__(message)
        self.member = member
        self.line = line


class Packing:
    """An archive being written, file after file."""

    def __init__(self, target: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(target, "w")
        self.members: dict[str, Member] = {}

    def add(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write a file and record its length and hash."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(_entry(name), "w", force_zip64=True) as target:
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                target.write(chunk)
        self.members[name] = Member(size, digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, which completes the archive."""
        with self._zip.open(_entry(MANIFEST), "w", force_zip64=True) as target:
            target.write(manifest.written())
        self.close()

    def close(self) -> None:
        """Release the file, complete or not."""
        self._zip.close()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry


class Package:
    """An archive being read: nothing in it is trusted before it is checked."""

    def __init__(
        self, source: BinaryIO, *, limits: Limits, watch: Watch = unwatched
    ) -> None:
        """Open it; raise Damaged. `watch` is called while its files are read."""
        self._limits, self._watch = limits, watch
        try:
            self._zip = zipfile.ZipFile(source)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise Damaged(f"The file is not a complete zip ({error}).") from error
        self._entries = {entry.filename: entry for entry in self._zip.infolist()}
        self.manifest = self._read_manifest()
        self._check_entries()
        self._check_size(source.seek(0, os.SEEK_END))

    def __enter__(self) -> Self:
        """Return the open package."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the zip, but not its source."""
        self._zip.close()

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield a file's lines; raise Damaged, at the latest at the end of the file."""
        digest, size = hashlib.sha256(), 0
        with self._opened(name) as file:
            for number, line in enumerate(file.each_line(), start=1):
                size += len(line)
                if not line.endswith(b"\n"):
                    raise Damaged("The line has no end.", name, number)
                digest.update(line)
                yield line
        self._check(name, size, digest.hexdigest())

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield a file's bytes; raise Damaged, at the latest at the end of the file."""
        digest, size = hashlib.sha256(), 0
        with self._opened(name) as file:
            while chunk := file.read(CHUNK):
                size += len(chunk)
                digest.update(chunk)
                yield chunk
        self._check(name, size, digest.hexdigest())

    def _check(self, name: str, size: int, digest: str) -> None:
        if Member(size, digest) != self.manifest.members[name]:
            raise Damaged("Its content does not match the manifest's hash.", name)

    def _read_manifest(self) -> Manifest:
        entry = self._entries.get(MANIFEST)
        if entry is None:
            raise Damaged("The file is not an archive: it has no manifest.json.")
        if entry.file_size > LONGEST_MANIFEST:
            raise Damaged("It is too long.", MANIFEST)
        with self._opened(MANIFEST) as file:
            data = file.read()
        try:
            return read_manifest(data)
        except BadManifest as error:
            raise Damaged(f"The manifest cannot be used: {error}.", MANIFEST) from error

    def _check_entries(self) -> None:
        wanted = {MANIFEST, *self.manifest.members}
        if len(self._zip.infolist()) != len(self._entries):
            raise Damaged("Two of its files have the same name.")
        for name in sorted(wanted - set(self._entries)):
            raise Damaged("The manifest lists it, but it is missing.", name)
        for name in sorted(set(self._entries) - wanted):
            raise Damaged("The manifest does not list it.", name)
        for name, member in self.manifest.members.items():
            if self._entries[name].file_size != member.bytes:
                raise Damaged("Its length does not match the manifest.", name)

    def _check_size(self, packed: int) -> None:
        """Reject an archive that would unpack to too much, before it is unpacked."""
        size = sum(member.bytes for member in self.manifest.members.values())
        most, ratio = self._limits.size, self._limits.ratio
        if most is not None and size > most:
            raise Damaged(
                f"Unpacked it has {size:,} bytes, more than the {most:,} that "
                "UNPACKED_LIMIT_MB allows here. The command import_archive has no "
                "such limit."
            )
        if size > max(FLOOR, ratio * packed):
            raise Damaged(
                f"Unpacked it has {size:,} bytes, more than {ratio} for each of its "
                f"{packed:,} bytes, which UNPACKED_RATIO does not allow."
            )

    @contextmanager
    def _opened(self, name: str) -> Iterator[Unpacked]:
        entry = self._entries[name]
        if entry.compress_type not in ORDINARY or entry.flag_bits & ENCRYPTED:
            raise Damaged("It is packed in a way that archives do not use.", name)
        try:
            with self._zip.open(entry) as file:
                yield Unpacked(
                    cast(BinaryIO, file), limits=self._limits, watch=self._watch
                )
        except PastLimit as past:
            message = f"{KINDS[past.kind].message} Expected {past.expected}."
            raise Damaged(message, name) from past
        except (zipfile.BadZipFile, EOFError, OSError, zlib.error) as error:
            raise Damaged(f"It cannot be unpacked ({error}).", name) from error


@contextmanager
def open_archive(
    params: Mapping[str, Any], watch: Watch = unwatched
) -> Iterator[Package]:
    """Open the archive of a job's parameters; raise Damaged or OSError.

    An archive given by its path may have any size, a stored upload may not.
    """
    named = str(params["path"])
    limits = reading_limits(named=bool(named))
    # A row is at most as long as a line of an import, escaped; the manifest gives the
    # number of lines.
    limits = replace(limits, lines=None, line=8 * limits.line)
    with (
        Path(named).open("rb")
        if named
        else open_content(str(params["sha256"])) as source,
        Package(source, limits=limits, watch=watch) as package,
    ):
        yield package
