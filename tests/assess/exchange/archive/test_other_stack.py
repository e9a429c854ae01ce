"""An archive of one stack gives the same track on the other, SQLite or PostgreSQL."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.assess.exchange.archive.original import Original
from tests.assess.exchange.archive.other_process import digest
from tests.stacks.plugin import Stack

pytestmark = pytest.mark.both_stacks

ROOT = Path(__file__).parents[4]
OTHER = {"sqlite": "production", "postgresql": "embedded"}


@pytest.fixture
def there(data: bytes, tmp_path: Path) -> dict[str, Any]:
    """Return the campaign's results on the other stack."""
    archive = tmp_path / "here.zip"
    archive.write_bytes(data)
    stack = Stack(OTHER[connection.vendor])
    try:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.assess.exchange.archive.other_process"),
                *(str(archive), str(tmp_path)),
            ],
            env={
                **os.environ,
                **stack.start(),
                "DJANGO_SETTINGS_MODULE": "config.settings",
            },
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        stack.stop()
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# Without a test marked like this there is no database, not even for a session.
@pytest.mark.django_db
def test_the_other_stack_gives_the_same(
    original: Original, there: dict[str, Any]
) -> None:
    assert there.get("error", "") == ""
    assert there["exports"] == original.exports
    pages = {name: digest(page.encode()) for name, page in original.pages.items()}
    assert there["pages"] == pages
    # So its results here are covered by the round trip of the other tests.
    assert there["archive"] == digest(original.data)
    assert there["new"]
