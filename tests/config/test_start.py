"""A command starts without the libraries that only some of them use."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.stack("embedded")

SLOW = ("celery", "redis", "requests", "scipy", "openai", "boto3", "psycopg")
START = (
    "import sys, django; django.setup();"
    f"print([name for name in {SLOW!r} if name in sys.modules])"
)


def test_what_takes_long_to_import_is_imported_where_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", START], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
