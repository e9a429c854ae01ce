"""The storage of several hosts: an S3 bucket, by django-storages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

from config.storage import StorageAway

# Seconds and attempts: a store that hangs must not block requests for long.
PATIENCE = Config(
    connect_timeout=3,
    read_timeout=30,
    retries={"total_max_attempts": 2, "mode": "standard"},
    s3={"addressing_style": "path"},
)


class Bucket(S3Storage):  # type: ignore[misc]
    """An S3 bucket; raises StorageAway if it does not respond."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401
        super().__init__(client_config=PATIENCE, **options)

    def exists(self, name: str) -> bool:
        """Return whether the bucket has a file of this name."""
        with _asked():
            return bool(super().exists(name))

    def delete(self, name: str) -> None:
        """Delete the file of this name, if there is one."""
        with _asked():
            super().delete(name)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the folders and the files at a path."""
        with _asked():
            folders, files = super().listdir(path)
            return list(folders), list(files)

    def _open(self, name: str, mode: str = "rb") -> IO[bytes]:
        with _asked():
            opened = super()._open(name, mode)
            content: IO[bytes] = opened.file  # all of it: later reads send nothing
            return content

    def _save(self, name: str, content: IO[bytes]) -> str:
        with _asked():
            return str(super()._save(name, content))


@contextmanager
def _asked() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise StorageAway(
            f"the S3 store refused, or did not answer: {error}"
        ) from error
