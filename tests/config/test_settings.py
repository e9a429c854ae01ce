import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.stack("embedded")

ROOT = Path(__file__).resolve().parents[2]
STRONG = "fW3x-9sLkQz7vBn2mTgYh4Rj8cPd5aEu6oXi1KqVtNwZbMrS"


def check(**env: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py check` in an environment of these variables and no others."""
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={"PATH": os.environ["PATH"], **env},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({}, "Set SECRET_KEY"),
        ({"SECRET_KEY": ""}, "Set SECRET_KEY"),
        ({"SECRET_KEY": "changeme", "ALLOWED_HOSTS": "a.example"}, "is weak"),
        ({"SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "a.example"}, "is weak"),
        ({"SECRET_KEY": STRONG}, "Set ALLOWED_HOSTS"),
        ({"SECRET_KEY": STRONG, "DEBUG": "perhaps"}, "write true or false"),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a", "JOB_LEASE": "soon"},
            "JOB_LEASE is 'soon': write a number",
        ),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a", "JOB_LEASE": "0"},
            "JOB_LEASE is 0: write 1 or more",
        ),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a", "UPLOAD_LIMIT_MB": "inf"},
            "UPLOAD_LIMIT_MB is inf: write 0 or more",
        ),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a", "DATABASE_URL": "mysql://b/c"},
            "DATABASE_URL does not begin with postgresql://",
        ),
        (
            {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a", "REDIS_URL": "nonsense"},
            "REDIS_URL does not begin with redis://",
        ),
    ],
)
def test_it_refuses_to_start_and_says_what_to_set(
    env: dict[str, str], sentence: str
) -> None:
    done = check(**env)
    assert done.returncode != 0
    assert sentence in done.stderr.splitlines()[-1]


def test_it_starts_with_a_strong_secret_and_names() -> None:
    done = check(SECRET_KEY=STRONG, ALLOWED_HOSTS="assay.example.org")
    assert done.returncode == 0, done.stderr


def test_an_empty_variable_is_an_unset_one() -> None:
    names = (ROOT / "docs" / "operators.md").read_text()
    empty = dict.fromkeys(re.findall(r"^\| `([A-Z_]+)` \|", names, re.MULTILINE), "")
    given = {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a.example"}
    done = subprocess.run(
        shlex.split("gunicorn --config config/web.py --print-config config.wsgi"),
        env={"PATH": str(Path(sys.executable).parent), **empty, **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^workers\s+= 2$", done.stdout, re.MULTILINE)
    assert re.search(r"^bind\s+= \['127.0.0.1:8000'\]$", done.stdout, re.MULTILINE)


def migrate(var: Path) -> subprocess.CompletedProcess[str]:
    """Run `manage.py migrate --plan` on the SQLite database of this folder."""
    return subprocess.run(
        [sys.executable, "manage.py", "migrate", "--plan"],
        env={
            "PATH": os.environ["PATH"],
            "SECRET_KEY": STRONG,
            "ALLOWED_HOSTS": "a.example",
            "ASSAY_VAR": str(var),
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    done = migrate(tmp_path / "new" / "var")
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE((tmp_path / "new" / "var").stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = migrate(tmp_path / "file" / "var")
    assert done.returncode != 0
    assert (
        f"The folder {tmp_path / 'file' / 'var'} cannot be made"
        in (done.stderr.splitlines()[-1])
    )


def test_the_web_server_needs_the_settings_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gunicorn", "--check-config", "config.wsgi"],
        env={"PATH": os.environ["PATH"]},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "Set SECRET_KEY" in done.stderr
