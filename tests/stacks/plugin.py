"""The pytest plugin that starts a stack before Django reads its settings.

`--stack=embedded`: SQLite in a file, Valkey on a unix socket.
`--stack=production`: PostgreSQL and Valkey over TCP.
Without it the embedded one, and with it what is otherwise left to the other.
Processes that share the tests have a stack each.
"""

import gc
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path
from subprocess import Popen

import pytest

from tests.stacks import postgres, valkey
from tests.stacks.process import stop

# Settings in a developer's shell that would change what is tested.
FOREIGN = (
    "BEHIND_PROXY",
    "CSRF_TRUSTED_ORIGINS",
    "HSTS_SECONDS",
    "JOB_LEASE",
    "LINES_LIMIT",
    "LINE_LIMIT_MB",
    "LLM_ENDPOINT",
    "LLM_KEY",
    "LLM_KEYS_SECRET",
    "LLM_MODEL",
    "LLM_PATIENCE",
    "LLM_PRIVATE_HOSTS",
    "LLM_PROMPTS",
    "LLM_REQUESTS_A_MINUTE",
    "LLM_SCHEMAS",
    "LLM_TIMEOUT",
    "LLM_TOKENS_A_MINUTE",
    "METRICS_TOKEN",
    "READING_LIMIT_MINUTES",
    "S3_ACCESS_KEY",
    "S3_BUCKET",
    "S3_ENDPOINT",
    "S3_PREFIX",
    "S3_REGION",
    "S3_SECRET_KEY",
    "SEGMENTS_AHEAD",
    "SESSION_DAYS",
    "SESSION_IDLE_HOURS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "UNPACKED_LIMIT_MB",
    "UNPACKED_RATIO",
    "UPLOAD_LIMIT_MB",
    "WORK_LEASE",
)


# For the controller process of xdist, which runs no tests: nothing listens there.
NO_SERVERS = {"DATABASE_URL": "", "REDIS_URL": "redis://127.0.0.1:1/0"}

# Folders whose tests share what takes tens of seconds to prepare.
EARLY = (
    "tests/config/backup",
    "tests/matching/sample",
    "tests/nuggets/sample",
    "tests/assess/exchange/archive",
)


class Stack:
    """The servers of one test run, in one temporary folder."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = Path(tempfile.mkdtemp(prefix="assay-"))
        # Servers that run as another user must be able to reach their own folder.
        self.folder.chmod(0o711)
        self.children: list[tuple[Popen[bytes], int]] = []

    def start(self, *, servers: bool = True) -> dict[str, str]:
        """Start the servers; return the environment with their addresses."""
        var = self.folder / "var"
        (var / "static").mkdir(parents=True)
        return {
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "ASSAY_VAR": str(var),
            "DEBUG": "false",
            "HTTPS": "false",
            # Faults then meet the calls in order; tests of several at once set more.
            "LLM_CONCURRENCY": "1",
            "SECRET_KEY": secrets.token_urlsafe(50),
            **(self._servers() if servers else NO_SERVERS),
        }

    def _servers(self) -> dict[str, str]:
        if self.name == "embedded":
            child, broker = valkey.start_on_socket(self.folder)
            self.children.append((child, signal.SIGTERM))
            return {"DATABASE_URL": "", "REDIS_URL": broker}
        child, database = postgres.start(self.folder)
        self.children.append((child, postgres.STOP))
        child, broker = valkey.start_on_port(self.folder)
        self.children.append((child, signal.SIGTERM))
        return {"DATABASE_URL": database, "REDIS_URL": broker}

    def stop(self) -> None:
        """Stop the servers and delete their data."""
        for child, how in reversed(self.children):
            stop(child, how=how)
        shutil.rmtree(self.folder, ignore_errors=True)


STACK = pytest.StashKey[Stack]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--stack",
        choices=("embedded", "production"),
        help="SQLite and a unix socket, or PostgreSQL and TCP",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config,
) -> Generator[None, object, object]:
    """Start the stack; as a wrapper this runs before pytest-django's own hook."""
    stack = Stack(early_config.known_args_namespace.stack or "embedded")
    early_config.stash[STACK] = stack
    early_config.add_cleanup(stack.stop)
    for name in FOREIGN:
        os.environ.pop(name, None)
    os.environ.update(stack.start(servers=_runs_tests(early_config)))
    return (yield)


def _runs_tests(config: pytest.Config) -> bool:
    """Return whether tests run in this process, not in xdist's workers."""
    numbers = getattr(config.known_args_namespace, "numprocesses", None)
    return not numbers or "PYTEST_XDIST_WORKER" in os.environ


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Deselect, not skip, the tests of another stack; begin with the longest.

    As a wrapper this sorts after pytest-django, which has an order of its own.
    """
    name, shared = config.stash[STACK].name, bool(config.getoption("stack"))
    foreign = {
        item for item in items if stack_of(item, shared=shared) not in (None, name)
    }
    if foreign:
        config.hook.pytest_deselected(items=list(foreign))
        items[:] = [item for item in items if item not in foreign]
    result = yield
    items.sort(key=_place)
    return result


def _place(item: pytest.Item) -> int:
    """Return the rank of a test: folders of long preparations, long tests, all others.

    A process that has nothing left takes tests from the end of another's: there it
    would prepare such a module once more. A long test that began last would keep one
    process busy after the other is done.
    """
    folder = item.path.parent.relative_to(item.config.rootpath).as_posix()
    if folder in EARLY:
        return EARLY.index(folder)
    return len(EARLY) + (item.get_closest_marker("smoke") is None)


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never among the modules and tests, which all stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def stack_of(item: pytest.Item, *, shared: bool) -> object:
    """Return the one stack on which a test runs, None for both.

    If the stacks share the tests, a test without a reason for both runs on one: tests
    with a database on the production stack, the stricter one, the others on the
    embedded one.
    """
    marker = item.get_closest_marker("stack")
    if marker:
        return marker.args[0]
    if "kernel" in item.path.parts:
        return "embedded"
    if not shared or _needs_both(item):
        return None
    return "production" if _asks_database(item) else "embedded"


def _needs_both(item: pytest.Item) -> bool:
    """Return whether a test commits, or is marked as needing both stacks.

    Tests that commit depend on others' writes. Of these, tests of pages run on one
    stack: on the other, the browser, the walks of tests/blindness and the query counts
    request all pages.
    """
    if item.get_closest_marker("browser") or _commits(item):
        return True
    if not item.get_closest_marker("both_stacks"):
        return False
    return not any(name.endswith("client") for name in _fixtures(item))


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    commits = bool(marker and marker.kwargs.get("transaction"))
    return commits or "transactional_db" in _fixtures(item)


def _asks_database(item: pytest.Item) -> bool:
    asks = {"db", "transactional_db", "django_db_setup"} & _fixtures(item)
    return bool(asks or item.get_closest_marker("django_db"))


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def pytest_report_header(config: pytest.Config) -> str:
    """Show the stack at the top of the run."""
    return f"stack: {config.stash[STACK].name}"
