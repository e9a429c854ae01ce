"""The launcher, started by different users: root, and an ordinary user."""

import json
import os
import signal
import socket
import stat
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.celery import BROKEN
from tests.config.launch.launcher import Launcher
from tests.stacks.process import free_port, stop, tail, wait_until

USERS = ["root", "ordinary"] if os.getuid() == 0 else ["ordinary"]


@pytest.fixture(params=USERS)
def up(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Launcher]:
    """Return the launcher, not yet started, for each user."""
    yield from _launcher(tmp_path, request.param)


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Launcher]:
    """Return the launcher, not yet started, for the user who runs the tests."""
    yield from _launcher(tmp_path, USERS[0])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launcher]:
    """Return the launcher, healthy, for tests that only read or break what it heals."""
    for launcher in _launcher(tmp_path_factory.mktemp("up"), USERS[0]):
        launcher.start()
        yield launcher


def _launcher(tmp_path: Path, user: str) -> Iterator[Launcher]:
    # Other users cannot enter the folders that pytest creates for us only.
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    launcher = Launcher(home, user)
    yield launcher
    if launcher.child is not None:
        stop(launcher.child)


def health(address: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{address}/health/", timeout=10) as answer:
        found: dict[str, str] = json.load(answer)
        return found


@pytest.mark.stack("embedded")
def test_kill_9_leaves_nothing_running_and_it_starts_again(up: Launcher) -> None:
    crashed = up.start()
    assert len(up.processes()) == 6  # up, broker, worker, web server and its two
    crashed.kill()
    crashed.wait()
    assert up.gone(), up.processes()
    secret = (up.var / "secret").read_text()
    up.log.write_text("")
    up.start()
    assert (up.var / "secret").read_text() == secret
    _ctrl_c_ends_it_all(up)


def _ctrl_c_ends_it_all(up: Launcher) -> None:
    assert up.child is not None
    assert set(health(up.address).values()) == {"ok"}
    running = " ".join(up.processes().values())
    for program in ("valkey-server", "celery", "gunicorn"):
        assert program in running
    up.child.send_signal(signal.SIGINT)
    assert up.child.wait(20) == 0
    assert up.gone(), up.processes()
    assert "Assay has ended." in tail(up.log)


@pytest.mark.stack("embedded")
@pytest.mark.parametrize("program", ["valkey-server", "celery", "gunicorn"])
def test_a_child_that_dies_is_started_again(running: Launcher, program: str) -> None:
    names = {"valkey-server": "broker", "celery": "worker", "gunicorn": "web server"}
    assert running.child is not None
    victims = [pid for pid, words in running.processes().items() if program in words]
    os.kill(min(victims), signal.SIGKILL)
    said = f"{names[program]} ended (SIGKILL); starting it again in 1 s."
    wait_until(lambda: said in tail(running.log), child=running.child, log=running.log)

    def back() -> bool:
        pids = [pid for pid, words in running.processes().items() if program in words]
        try:
            well = set(health(running.address).values()) == {"ok"}
        except OSError:
            return False
        return well and bool(pids) and min(victims) not in pids

    wait_until(back, child=running.child, log=running.log)


MAKE_COUNT = """
from jobs.actions import create_job
from jobs.bell import ring
from tests.jobs.make import NOW
params = {{"file": {0!r}, "items": {1}, "seconds": 0.1}}
ring(create_job("count", scope=None, owner=None, title="", params=params, now=NOW))
"""
FINISHED = """
import time
from jobs.models import Job
while not (job := Job.objects.get()).finished:
    time.sleep(0.1)
print(job.state, job.deaths)
"""


@pytest.mark.stack("embedded")
def test_a_worker_whose_consumer_dies_is_started_again_and_ends_its_job(
    ours: Launcher,
) -> None:
    items, done = 100, ours.folder / "items"
    env = {"DJANGO_SETTINGS_MODULE": "tests.jobs.worker_settings"}
    up = ours.start(**env, MORTAL_CONSUMER="1")
    ours.shell(MAKE_COUNT.format(str(done), items), **env)
    wait_until(done.exists, child=up, log=ours.log)
    broker = next(pid for pid, words in ours.processes().items() if "valkey" in words)
    os.kill(broker, signal.SIGKILL)
    said = f"worker ended (exit status {BROKEN}); starting it again"
    wait_until(lambda: said in tail(ours.log), child=up, log=ours.log)
    assert len(done.read_text().split()) < items
    assert ours.shell(FINISHED, **env).split() == ["done", "0"]
    assert done.read_text().split() == [str(item) for item in range(items)]


@pytest.mark.stack("embedded")
def test_secrets_are_the_owners_alone(running: Launcher) -> None:
    assert stat.S_IMODE(running.var.stat().st_mode) == 0o700
    for name in ("secret", "env", "valkey.sock"):
        mode = stat.S_IMODE((running.var / name).stat().st_mode)
        assert mode & 0o077 == 0, name


@pytest.mark.stack("embedded")
def test_it_serves_this_machine_only_without_debug(running: Launcher) -> None:
    port = int(running.address.rpartition(":")[2])
    listening = [
        line.split()
        for table in ("/proc/net/tcp", "/proc/net/tcp6")
        for line in Path(table).read_text().splitlines()[1:]
    ]
    local = {row[1] for row in listening if row[3] == "0A"}
    assert {entry for entry in local if entry.endswith(f":{port:04X}")} == {
        f"0100007F:{port:04X}"
    }
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{running.address}/no-such-page/", timeout=10)
    assert refused.value.code == 404
    assert b"DEBUG" not in refused.value.read()
    refused.value.close()


@pytest.mark.stack("embedded")
def test_a_taken_port_that_was_asked_for_is_an_error(ours: Launcher) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        child = ours.launch("--port", str(port))
        assert child.wait(20) != 0
    assert f"No free port: {port}" in tail(ours.log)
    assert ours.gone()


@pytest.mark.stack("embedded")
def test_a_second_start_in_the_same_folder_is_refused(running: Launcher) -> None:
    second = running.launch()
    assert second.wait(20) != 0
    assert f"Assay already runs from {running.var}" in tail(running.log)
    assert set(health(running.address).values()) == {"ok"}


@pytest.mark.stack("embedded")
def test_a_path_too_long_for_a_socket_works_and_port_says_where(ours: Launcher) -> None:
    ours.var = ours.folder / ("deep" * 20) / ("deep" * 20)
    runtime, port = ours.folder / "run", free_port()
    runtime.mkdir()
    ours.start(XDG_RUNTIME_DIR=str(runtime), PORT=str(port))
    assert ours.address == f"http://127.0.0.1:{port}"
    assert set(health(ours.address).values()) == {"ok"}


@pytest.mark.stack("production")
def test_servers_that_are_given_are_used(ours: Launcher, database_url: str) -> None:
    ours.start(DATABASE_URL=database_url, REDIS_URL=os.environ["REDIS_URL"])
    assert set(health(ours.address).values()) == {"ok"}
    assert "valkey-server" not in " ".join(ours.processes().values())
    assert not list(ours.var.glob("*.sqlite3"))


@pytest.mark.stack("embedded")
def test_the_sample_is_loaded_once_and_its_passwords_shown(ours: Launcher) -> None:
    child = ours.start("--sample")
    passwords = json.loads((ours.var / "sample-passwords").read_text())
    assert stat.S_IMODE((ours.var / "sample-passwords").stat().st_mode) == 0o600
    for name, password in passwords.items():
        assert f"  {name}  {password}\n" in ours.log.read_text()
    assert "  organizer  omar  " in ours.log.read_text()
    child.terminate()
    assert child.wait(20) == 0
    ours.log.write_text("")
    ours.start("--sample")
    assert "Loading" not in ours.log.read_text()
    assert json.loads((ours.var / "sample-passwords").read_text()) == passwords
