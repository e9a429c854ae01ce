import os
import re
import secrets
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.operations.refusals import weakness

pytestmark = pytest.mark.stack("embedded")

ROOT = Path(__file__).resolve().parents[2]
STRONG = "fW3x-9sLkQz7vBn2mTgYh4Rj8cPd5aEu6oXi1KqVtNwZbMrS"

ORDERED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLM"
IN_DEBUG = {"SECRET_KEY": "x", "DEBUG": "true"}


def check(**env: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py check` in an environment of only these variables."""
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
        ({"SECRET_KEY": "abcd1234efgh" * 5, "ALLOWED_HOSTS": "a.example"}, "repeats"),
        ({"SECRET_KEY": ORDERED, "ALLOWED_HOSTS": "a.example"}, "in order"),
        ({"SECRET_KEY": f"Change-Me!{STRONG}", "ALLOWED_HOSTS": "a"}, "changeme"),
        ({"SECRET_KEY": STRONG}, "Set ALLOWED_HOSTS"),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS holds *"),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a.example,*"}, "holds *"),
        ({"SECRET_KEY": STRONG, "ALLOWED_HOSTS": ".org"}, "holds .org"),
        ({**IN_DEBUG, "HTTPS": "true"}, "HTTPS is for production"),
        ({**IN_DEBUG, "BEHIND_PROXY": "true"}, "BEHIND_PROXY is for production"),
        ({**IN_DEBUG, "ALLOWED_HOSTS": "assay.example.org"}, "beyond this machine"),
        ({**IN_DEBUG, "ALLOWED_HOSTS": "*"}, "beyond this machine"),
        (
            {**IN_DEBUG, "DATABASE_URL": "postgresql://b/c"},
            "PostgreSQL is for production: unset DEBUG",
        ),
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
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Assay cannot start. ")
    assert sentence in line


def test_it_starts_with_a_strong_secret_and_names() -> None:
    done = check(SECRET_KEY=STRONG, ALLOWED_HOSTS="assay.example.org")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "secret",
    [
        *(secrets.token_urlsafe(50) for _ in range(20)),
        *(secrets.token_hex(32) for _ in range(20)),
    ],
    ids=str.__len__,
)
def test_random_secrets_are_not_weak(secret: str) -> None:
    assert weakness(secret) == ""


def hsts(**env: str) -> str:
    """Return SECURE_HSTS_SECONDS of the settings in an environment."""
    given = {"SECRET_KEY": STRONG, "ALLOWED_HOSTS": "a.example", **env}
    told = "from config.settings import *; print(SECURE_HSTS_SECONDS)"
    return subprocess.run(
        [sys.executable, "-c", told],
        env={"PATH": os.environ["PATH"], **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_browsers_insist_on_https_for_a_year_by_default() -> None:
    assert hsts() == str(365 * 24 * 60 * 60)
    assert hsts(HTTPS="false") == "0"
    assert hsts(HSTS_SECONDS="0") == "0"
    assert hsts(HSTS_SECONDS="60") == "60"


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
