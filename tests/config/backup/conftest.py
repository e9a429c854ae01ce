"""The test's own rows as a backup."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import User


@pytest.fixture
def backup(transactional_db: None, tmp_path: Path) -> Path:
    """Return a backup that contains Ada."""
    User.objects.create_user("ada", password="ada")
    path = tmp_path / "backups" / "assay.zip"
    path.parent.mkdir()
    call_command("backup", str(path), verbosity=0)
    return path
