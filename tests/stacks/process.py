"""Child processes that end with the test run, however it ends."""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


class NotReady(Exception):
    """A server was not ready in time, or ended; has the end of its log."""


def free_port() -> int:
    """Return a TCP port on 127.0.0.1 that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent ends."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    before_exec: Callable[[], None] | None = None,
    cwd: Path | None = None,
    keep_open: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child that dies with us and writes its output to `log`.

    It leads a group of its own, and gets the descriptors of `keep_open` under their
    numbers.
    """

    def prepare() -> None:
        if before_exec is not None:
            before_exec()
        # Last: a change of user clears the parent-death signal.
        die_with_parent()

    with log.open("ab") as out:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=dict(os.environ if env is None else env),
            preexec_fn=prepare,  # noqa: PLW1509
            cwd=cwd,
            pass_fds=keep_open,
            process_group=0,
        )


def wait_until(
    ready: Callable[[], bool],
    *,
    child: subprocess.Popen[bytes],
    log: Path,
    seconds: float = 60,
) -> None:
    """Return once `ready()` is true; raise NotReady with the log's end if not."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if ready():
            return
        if child.poll() is not None:
            raise NotReady(f"{child.args!r} ended with {child.returncode}: {tail(log)}")
        time.sleep(0.02)
    raise NotReady(f"{child.args!r} was not ready in {seconds} s: {tail(log)}")


def stop(child: subprocess.Popen[bytes], *, how: int = signal.SIGTERM) -> None:
    """Stop a child, by force if it takes longer than ten seconds.

    Then kill the processes that it started and left behind: a gunicorn worker without
    its master goes on for a second, accepts requests, and writes to the database.
    """
    try:
        if child.poll() is None:
            child.send_signal(how)
            child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait(10)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


def answers(port: int) -> bool:
    """Return whether something listens on this port of 127.0.0.1."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def tail(log: Path) -> str:
    """Return the last 2,000 characters of a log."""
    return log.read_text(errors="replace")[-2000:]
