"""The backup file: a zip of the database and the uploads, with a manifest."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, TypedDict

FORMAT = 1
MANIFEST = "manifest.json"
SQLITE = "database.sqlite3"
CHUNK = 1024 * 1024
LONGEST_MANIFEST = 64 * 1024 * 1024  # bytes; a million uploads have a longer one
# Nothing is unpacked under a name from the file; even so, only these names are read.
NAMES = re.compile(
    r"database\.sqlite3|tables/[a-z0-9_]{1,63}|uploads/[0-9a-f]{64}", re.ASCII
)


class BadBackup(ValueError):
    """The file is not a complete backup; the message says what is wrong with it."""


class Member(TypedDict):
    """Length in bytes, and hash, of a file in the backup."""

    size: int
    sha256: str


class Manifest(TypedDict):
    """The contents of a backup. Tables and sequences: for PostgreSQL only."""

    format: int
    assay: str
    made: str
    database: str
    migrations: list[str]
    tables: dict[str, list[str]]
    sequences: dict[str, tuple[int, bool]]
    members: dict[str, Member]
    sha256: str


class Writer:
    """Adds files to a backup, and records their hashes."""

    def __init__(self, target: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED)
        self._members: dict[str, Member] = {}

    def add(self, name: str, chunks: Iterable[bytes]) -> Member:
        """Write a file; return its length and hash."""
        digest, size = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as member:
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                member.write(chunk)
        self._members[name] = {"size": size, "sha256": digest.hexdigest()}
        return self._members[name]

    def close(self, **said: Any) -> None:  # noqa: ANN401 - the rest of the manifest
        """Write the manifest, and finish the file."""
        content = {"format": FORMAT, **said, "members": self._members}
        content["sha256"] = _digest(content)
        self._zip.writestr(MANIFEST, json.dumps(content, indent=1))
        self._zip.close()


class Bundle:
    """A backup to read; its manifest is checked when it is opened."""

    def __init__(self, source: IO[bytes]) -> None:
        try:
            self._zip = zipfile.ZipFile(source)
        except (zipfile.BadZipFile, OSError) as error:
            raise BadBackup(f"This is not a complete backup: {error}.") from error
        self.manifest = self._read_manifest()

    def uploads(self) -> list[str]:
        """Return the hashes of the uploads."""
        names = sorted(self.manifest["members"])
        return [name.partition("/")[2] for name in names if name[:8] == "uploads/"]

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield a file's content; raise BadBackup at its end if its hash differs."""
        told = self.manifest["members"][name]
        digest, size = hashlib.sha256(), 0
        try:
            with self._zip.open(name) as member:
                while chunk := member.read(CHUNK):
                    digest.update(chunk)
                    size += len(chunk)
                    if size > told["size"]:
                        break
                    yield chunk
        except (zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
            raise BadBackup(f"{name} is damaged: {error}.") from error
        if (size, digest.hexdigest()) != (told["size"], told["sha256"]):
            raise BadBackup(f"{name} is damaged: it does not have its hash.")

    def check(self) -> None:
        """Compare every file with its hash; raise BadBackup for the first mismatch."""
        for name in self.manifest["members"]:
            for _chunk in self.chunks(name):
                pass

    def _read_manifest(self) -> Manifest:
        names = self._zip.namelist()
        try:
            if self._zip.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
                raise BadBackup("Its manifest is too long.")
            content: Manifest = json.loads(self._zip.read(MANIFEST))
            rest = {key: value for key, value in content.items() if key != "sha256"}
            if content["sha256"] != _digest(rest):
                raise BadBackup("Its manifest is damaged: it does not have its hash.")
            if content["format"] != FORMAT:
                raise BadBackup(f"It has the format {content['format']}, not {FORMAT}.")
            _check_names(names, content["members"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BadBackup):
                raise
            raise BadBackup("This is not a backup: it has no manifest.") from error
        except zipfile.BadZipFile as error:
            raise BadBackup(f"Its manifest is damaged: {error}.") from error
        return content


def _check_names(names: list[str], members: dict[str, Member]) -> None:
    """Raise BadBackup unless the zip contains exactly what its manifest lists."""
    if sorted(names) != sorted([MANIFEST, *members]):
        raise BadBackup("It contains other files than its manifest lists.")
    for name, member in members.items():
        if not NAMES.fullmatch(name):
            raise BadBackup(f"It contains a file with an unexpected name: {name!r}.")
        if name.startswith("uploads/") and name != f"uploads/{member['sha256']}":
            raise BadBackup(f"{name} does not have the hash that it is named for.")


def _digest(content: object) -> str:
    said = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()
