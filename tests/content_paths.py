"""The paths of content in the tests' installation, which uses a folder."""

from pathlib import Path

from django.conf import settings

from runs.uploads import stored_name


def stored_path(sha256: str) -> Path:
    """Return the path of the content with this hash, whether it exists or not."""
    return Path(settings.DATA_DIR) / "uploads" / stored_name(sha256)
