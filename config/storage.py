"""The storage of uploads, snapshots and archives: a folder, or an S3 bucket."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage

from config.env import Env

UPLOADS = "uploads"  # the storage's alias, and the folder's name
FOLDER = "config.storage.Folder"
BUCKET = "config.s3.Bucket"
IN_MEMORY = 8 * 1024 * 1024  # bytes of a file from S3; larger ones go to disk


class StorageAway(Exception):
    """The storage does not respond, or not to this host; it may do so later."""


class Folder(FileSystemStorage):
    """The folder `uploads` in the data folder; a file is named once it is complete."""

    @property
    def base_location(self) -> Path:
        """Return the folder."""
        return Path(settings.DATA_DIR) / UPLOADS

    @property
    def location(self) -> str:
        """Return the folder's absolute path."""
        return os.path.abspath(self.base_location)  # noqa: PTH100 - as Django compares it

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Return the name itself: the same name means the same content."""
        return name

    def _save(self, name: str, content: File[bytes]) -> str:
        self.base_location.mkdir(parents=True, exist_ok=True)
        target = Path(self.path(name))
        with tempfile.NamedTemporaryFile(
            dir=self.base_location, prefix="part-", delete=False
        ) as part:
            try:
                for chunk in content.chunks():
                    part.write(chunk)
                part.flush()
                os.fsync(part.fileno())
                target.parent.mkdir(exist_ok=True)
                Path(part.name).replace(target)
            finally:
                Path(part.name).unlink(missing_ok=True)
        return name


def configuration(env: Env) -> dict[str, Any]:
    """Return the uploads' entry in STORAGES: the folder unless S3_BUCKET is set."""
    bucket = env.text("S3_BUCKET")
    if not bucket:
        return {"BACKEND": FOLDER}
    return {
        "BACKEND": BUCKET,
        "OPTIONS": {
            "bucket_name": bucket,
            # None: from the host's own AWS configuration.
            "endpoint_url": env.text("S3_ENDPOINT") or None,
            "access_key": env.text("S3_ACCESS_KEY") or None,
            "secret_key": env.text("S3_SECRET_KEY") or None,
            "region_name": env.text("S3_REGION") or None,
            "location": env.text("S3_PREFIX"),
            "file_overwrite": True,  # the same name has the same content
            "max_memory_size": IN_MEMORY,
        },
    }
