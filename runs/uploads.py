"""The content of uploads, snapshots and archives, stored once by its hash."""

import hashlib
import secrets
import socket
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, BinaryIO, NamedTuple, cast

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages

from config.storage import UPLOADS, StorageAway
from runs.kernel.hashes import is_sha256
from runs.models import UploadsMark

CHUNK = 1024 * 1024
MARKS = "marks"  # a folder next to the content


class TooLarge(ValueError):
    """The upload is larger than this installation permits."""


class NoSuchContent(FileNotFoundError):
    """Nothing is stored under this hash, or it is malformed."""


class Stored(NamedTuple):
    """The hash and size of a file's content."""

    sha256: str
    size: int  # bytes


def stored_name(sha256: str) -> str:
    """Return the name in the storage of the content with this hash.

    Raise NoSuchContent for anything but 64 lower-case hexadecimal digits: hashes come
    from columns, which an archive can set.
    """
    if not is_sha256(sha256):
        raise NoSuchContent(f"no content has the hash {sha256!r}")
    return f"{sha256[:2]}/{sha256}"


def open_content(sha256: str) -> BinaryIO:
    """Open the content with this hash at its start.

    Raise NoSuchContent if there is none, StorageAway if this host cannot know.
    """
    name = stored_name(sha256)
    try:
        return cast(BinaryIO, _storage().open(name, "rb"))
    except FileNotFoundError:
        if lack := lack_of_uploads():
            raise StorageAway(lack) from None
        raise NoSuchContent(f"no content is stored with the hash {sha256}") from None


def is_stored(sha256: str) -> bool:
    """Return whether there is content with this hash."""
    return _storage().exists(stored_name(sha256))


def delete_content(sha256: str) -> None:
    """Delete the content with this hash, if there is any."""
    _storage().delete(stored_name(sha256))


def stored_hashes() -> Iterator[str]:
    """Yield the hashes of all content, in order."""
    storage = _storage()
    try:
        folders, _files = storage.listdir("")
    except FileNotFoundError:
        return
    for folder in sorted(folders):
        _folders, names = storage.listdir(folder)
        for name in sorted(names):
            if is_sha256(name) and stored_name(name) == f"{folder}/{name}":
                yield name


def store_upload(chunks: Iterable[bytes]) -> Stored:
    """Store an upload; raise TooLarge beyond UPLOAD_LIMIT."""
    return store(chunks, limit=settings.UPLOAD_LIMIT)


def store(chunks: Iterable[bytes], *, limit: int | None = None) -> Stored:
    """Store a file's content; the same content is stored once.

    Raise TooLarge, and store nothing, beyond a limit in bytes.
    """
    with tempfile.TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as copy:
        stored = _copy(chunks, copy, limit)
        copy.seek(0)
        _storage().save(stored_name(stored.sha256), File(copy))
    return stored


def _copy(chunks: Iterable[bytes], target: IO[bytes], limit: int | None) -> Stored:
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if limit is not None and size > limit:
            raise TooLarge(f"The file is larger than {limit // (1024 * 1024)} MB.")
        digest.update(chunk)
        target.write(chunk)
    return Stored(digest.hexdigest(), size)


def measure(source: BinaryIO) -> Stored:
    """Return hash and size of an open file, read to its end."""
    digest, size = hashlib.sha256(), 0
    while chunk := source.read(CHUNK):
        digest.update(chunk)
        size += len(chunk)
    return Stored(digest.hexdigest(), size)


def mark_uploads(*, anew: bool = False) -> None:
    """Store a mark by which each host recognizes the common storage.

    The first host that starts does so; `anew` is for an operator who changed the
    storage.
    """
    if _mark() and not anew:
        return
    token = secrets.token_hex(16)
    _storage().save(f"{MARKS}/{token}", ContentFile(token.encode()))
    if anew:
        UploadsMark.objects.all().delete()
    UploadsMark.objects.get_or_create(pk=UploadsMark.ONLY, defaults={"token": token})


def sees_uploads() -> bool:
    """Return whether this host sees the marked storage, True without a mark.

    Raise StorageAway if it does not respond.
    """
    mark = _mark()
    return not mark or _storage().exists(f"{MARKS}/{mark}")


def lack_of_uploads() -> str:
    """Return why this host cannot work with the uploads, "" if it can."""
    try:
        if sees_uploads():
            return ""
    except StorageAway as error:
        return f"{socket.gethostname()} cannot reach the uploads: {error}"
    return (
        f"{socket.gethostname()} does not see the uploads of this installation: give "
        "all hosts the same folder or S3 bucket (docs/operators.md, Several machines)"
    )


def _mark() -> str:
    return UploadsMark.objects.values_list("token", flat=True).first() or ""


def _storage() -> Storage:
    return storages[UPLOADS]
