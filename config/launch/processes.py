"""The commands of Assay's processes, and how they end with whoever started them."""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
# Names the place of a web process among those that run, in its environment.
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
    """Return the command of the embedded broker, which keeps its queue in `folder`."""
    return (
        *(str(program), "--port", "0"),
        *("--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--save", ""),
        *("--maxmemory-policy", "noeviction"),
    )


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process as soon as `parent`, its own, has ended."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we could ask
        os.kill(os.getpid(), signal.SIGKILL)


def collect_rarely() -> None:
    """Let the collector pass over what is there for good, and look seldom at the rest.

    Pages make tens of thousands of short-lived tuples, which are freed without it: to
    look at them after each 700 takes up to a tenth of a long page's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
