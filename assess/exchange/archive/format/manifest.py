"""The manifest: the contents of an archive, the hashes of its files and of it all."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from runs.kernel.hashes import is_sha256

FORMAT = 2
READ = (1, FORMAT)
MANIFEST = "manifest.json"
MEMBER = re.compile(
    r"(tables/[a-z]+\.[a-z_]+\.jsonl|files/[0-9a-f]{64}|prompts/[a-z_0-9]+-[0-9a-f]{16}"
    r"\.json)\Z"
)


class BadManifest(ValueError):
    """An invalid manifest; the message says what is wrong."""


@dataclass(frozen=True)
class Member:
    """A file of the archive: its unpacked length in bytes, and its SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class TableFacts:
    """A table: its columns, and the number of rows in its file, one per line."""

    name: str
    columns: tuple[str, ...]
    rows: int

    @property
    def member(self) -> str:
        """Return the name of its file."""
        return member_of(self.name)


@dataclass(frozen=True)
class PromptFacts:
    """A prompt that was used; its file is None if that version is not available."""

    name: str
    version: str
    member: str | None


@dataclass(frozen=True)
class Manifest:
    """The content of a manifest; `sha256` is the hash of all the rest."""

    assay: str
    track: Mapping[str, str]  # uuid, slug and name
    pseudonyms: Mapping[str, bool]  # of people, of runs
    tables: tuple[TableFacts, ...]
    prompts: tuple[PromptFacts, ...]
    missing_files: tuple[str, ...]
    members: Mapping[str, Member]
    format: int = FORMAT
    sha256: str = field(default="", compare=False)

    def written(self) -> bytes:
        """Return the manifest as a file, with its hash."""
        said = asdict(self) | {"sha256": self.digest()}
        return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()

    def digest(self) -> str:
        """Return the SHA-256 that identifies the content of the whole archive."""
        said = {name: each for name, each in asdict(self).items() if name != "sha256"}
        text = json.dumps(said, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def rows(self) -> int:
        """Return the number of rows of all tables."""
        return sum(table.rows for table in self.tables)


def member_of(table: str) -> str:
    """Return the name of a table's file."""
    return f"tables/{table}.jsonl"


def read_manifest(data: bytes) -> Manifest:
    """Return the manifest; raise BadManifest if it is inconsistent."""
    said = _parsed(data)
    if type(said.get("format")) is not int or said["format"] not in READ:
        raise BadManifest(
            f"format {said.get('format')!r} is unknown: this Assay reads "
            f"{' and '.join(map(str, READ))}. "
            "Use the version of Assay that wrote it, or a newer one."
        )
    try:
        manifest = _made(said)
        held = manifest.digest() == said["sha256"]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadManifest(f"it lacks a part or has a wrong one ({error})") from error
    if not held:
        raise BadManifest("sha256 is not that of its content")
    _check(manifest)
    _check_members(manifest)
    return manifest


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadManifest(f"it is not JSON ({error})") from error
    if not isinstance(said, dict):
        raise BadManifest("it is not a JSON object")
    return said


def _made(said: dict[str, Any]) -> Manifest:
    return Manifest(
        assay=_text(said["assay"]),
        track={name: _text(said["track"][name]) for name in ("uuid", "slug", "name")},
        pseudonyms={n: bool(said["pseudonyms"][n]) for n in ("people", "runs")},
        tables=tuple(
            TableFacts(
                _text(each["name"]),
                tuple(_text(column) for column in each["columns"]),
                _number(each["rows"]),
            )
            for each in said["tables"]
        ),
        prompts=tuple(_prompt(**each) for each in said["prompts"]),
        missing_files=tuple(_text(each) for each in said["missing_files"]),
        members={
            name: Member(_number(each["bytes"]), _text(each["sha256"]))
            for name, each in said["members"].items()
        },
        format=said["format"],
        sha256=_text(said["sha256"]),
    )


def _prompt(name: object, version: object, member: object) -> PromptFacts:
    file = None if member is None else _text(member)
    return PromptFacts(_text(name), _text(version), file)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is no number")
    return value


def _check(manifest: Manifest) -> None:
    if not _is_uuid(manifest.track["uuid"]):
        raise BadManifest("the track's uuid is no UUID")
    if not all(map(is_sha256, manifest.missing_files)):
        raise BadManifest("missing_files are SHA-256")


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _check_members(manifest: Manifest) -> None:
    for name, member in manifest.members.items():
        if not MEMBER.match(name):
            raise BadManifest(f"no file of an archive is called {name!r}")
        if not is_sha256(member.sha256):
            raise BadManifest(f"{name}: sha256 is not a SHA-256")
        if name.startswith("files/") and name.removeprefix("files/") != member.sha256:
            raise BadManifest(f"{name}: its name is not its SHA-256")
    named = {table.member for table in manifest.tables}
    named |= {each.member for each in manifest.prompts if each.member}
    held = {name for name in manifest.members if not name.startswith("files/")}
    if named != held:
        odd = ", ".join(sorted(named ^ held))
        raise BadManifest(f"tables and prompts are not the files it lists: {odd}")
