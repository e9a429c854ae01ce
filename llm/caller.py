"""The process that made a call, and whether it still runs."""

import os
import socket
from functools import cache
from pathlib import Path


def this_process() -> str:
    """Return a name that no other process of this machine has had since it started."""
    return _named(os.getpid())


def is_dead(caller: str) -> bool:
    """Return whether a process is known to have ended; False if on another machine."""
    host, _, rest = caller.partition(" ")
    pid, _, _born = rest.partition(" ")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    return caller != _read(int(pid))


@cache
def _named(pid: int) -> str:
    return _read(pid)


def _read(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return f"{socket.gethostname()} {pid} ended"
    # The 22nd field is the start time; the 2nd, in brackets, may contain spaces.
    fields = stat.rpartition(")")[2].split()
    return f"{socket.gethostname()} {pid} {fields[19]}"
