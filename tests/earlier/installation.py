"""A folder with the embedded installation, at a fixed time."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

# When the sample was loaded, and when people look at it.
LOADED = datetime(2026, 1, 15, 9, 0, tzinfo=UTC)
LOOKED_AT = datetime(2026, 1, 15, 10, 30, tzinfo=UTC)
FOREIGN = ("DATABASE_URL", "DEBUG", "LLM_ENDPOINT", "LLM_MODEL", "S3_BUCKET")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment for commands over an installation in a folder."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return {
        **kept,
        "ALLOWED_HOSTS": "localhost,testserver",
        "ASSAY_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HTTPS": "false",
        "REDIS_URL": f"redis+socket://{folder}/nobody-listens",
        "SECRET_KEY": "only-for-the-tests-of-an-earlier-installation-0123456789",
    }


def set_up(folder: Path) -> None:
    """Make this process part of an installation in a folder."""
    os.environ.clear()
    os.environ.update(environment(folder))
    import django

    django.setup()
    logging.disable(logging.WARNING)  # refused pages are requested, too


@contextmanager
def time_stands_still(now: datetime) -> Iterator[None]:
    """Make `now` the time for everybody who asks Django."""
    with patch("django.utils.timezone.now", lambda: now):
        yield
