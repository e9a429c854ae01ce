"""The data folder: each uploaded file once, by the hash of its content."""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from django.conf import settings

from runs.kernel.hashes import is_sha256

CHUNK = 1024 * 1024


class TooLarge(ValueError):
    """The upload is larger than this installation takes."""


class NoSuchContent(FileNotFoundError):
    """No content can be stored under this text, which is no SHA-256."""


class Stored(NamedTuple):
    """What is known of a file's content."""

    sha256: str
    size: int  # bytes


def stored_path(sha256: str) -> Path:
    """Return where the content with this hash is stored, or would be.

    Raise NoSuchContent for anything but 64 lower-case hexadecimal digits: hashes come
    from columns, which an archive fills.
    """
    if not is_sha256(sha256):
        raise NoSuchContent(f"no content has the hash {sha256!r}")
    return Path(settings.DATA_DIR) / "uploads" / sha256[:2] / sha256


def store_upload(chunks: Iterable[bytes]) -> Stored:
    """Write an upload into the data folder; raise TooLarge past UPLOAD_LIMIT."""
    return store(chunks, limit=settings.UPLOAD_LIMIT)


def store(chunks: Iterable[bytes], *, limit: int | None = None) -> Stored:
    """Write a file's content into the data folder; the same content lies there once.

    Raise TooLarge, and keep nothing, past a limit in bytes.
    """
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=folder, prefix="part-", delete=False) as part:
        try:
            for chunk in chunks:
                size += len(chunk)
                if limit is not None and size > limit:
                    most = limit // (1024 * 1024)
                    raise TooLarge(f"The file is larger than {most} MB.")
                digest.update(chunk)
                part.write(chunk)
            part.flush()
            os.fsync(part.fileno())
            target = stored_path(digest.hexdigest())
            target.parent.mkdir(exist_ok=True)
            Path(part.name).replace(target)
        finally:
            Path(part.name).unlink(missing_ok=True)
    return Stored(digest.hexdigest(), size)


def measure(source: BinaryIO) -> Stored:
    """Return hash and size of an open file, read to its end."""
    digest, size = hashlib.sha256(), 0
    while chunk := source.read(CHUNK):
        digest.update(chunk)
        size += len(chunk)
    return Stored(digest.hexdigest(), size)
