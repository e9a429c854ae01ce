"""The commands of Assay's processes, and how they end together with their parent."""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
# The environment variable with a web process's slot among those that run.
WEB_SLOT = "ASSAY_WEB_SLOT"
_libc = ctypes.CDLL(None, use_errno=True)

WEB = (
    *(sys.executable, "-m", "gunicorn"),
    *("--config", "config/web.py", "config.wsgi"),
)
WORKER = (
    *(sys.executable, "-m", "celery", "-A", "config", "worker"),
    *("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO"),
    *("--without-gossip", "--without-mingle"),
)


def broker(program: Path, *, socket: Path, folder: Path) -> Sequence[str]:
    """Return the command of the embedded broker, which stores its queue in `folder`."""
    return (
        *(str(program), "--port", "0"),
        *("--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--save", ""),
        *("--maxmemory-policy", "noeviction"),
    )


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process as soon as its parent has ended."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before this call
        os.kill(os.getpid(), signal.SIGKILL)


def collect_rarely() -> None:
    """Make the garbage collector skip permanent objects and run rarely.

    Pages create tens of thousands of short-lived tuples, which are freed without it. A
    collection after every 700 of them takes up to a tenth of a long page's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
