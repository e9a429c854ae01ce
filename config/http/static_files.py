"""Static files under names with a hash of their content, compressed once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
COLLECTED = "collected-from"  # in the folder: the hash of what it was collected from


class UsedStaticFiles(StaticFilesConfig):
    """Our static files, without those of packages that no page uses."""

    ignore_patterns = [  # noqa: RUF012 - Django reads it from the instance
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "ext",  # of htmx
    ]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collected files have hashed names, in pages, style sheets and module imports.

    Browsers keep them for a year, since other content has another name. Before files
    are collected, as in development and in tests, pages name them as they are.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # above the depth of our modules' imports
    manifest_strict = False

    def stored_name(self, name: str) -> str:
        """Return the hashed name of a file; the name itself if nothing is collected."""
        return super().stored_name(name) if self.hashed_files else name

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress files with hashed names: pages name no others."""
        yield from super().compress_files(filter(HASHED.search, paths))


def collect_static() -> None:
    """Collect the static files, unless they are those collected last."""
    mark = Path(settings.STATIC_ROOT) / COLLECTED
    now = _hash_of_sources()
    if mark.is_file() and mark.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(now)


def _hash_of_sources() -> str:
    found = hashlib.sha256()
    config = cast(StaticFilesConfig, apps.get_app_config("staticfiles"))
    for finder in finders.get_finders():
        for path, storage in finder.list(config.ignore_patterns):
            state = Path(storage.path(path)).stat()
            found.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return found.hexdigest()
