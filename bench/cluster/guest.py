"""Run a command as on another machine: with its own host name, without root's rights.

python -m bench.cluster.guest [--host NAME] [--ordinary] COMMAND…
"""

from __future__ import annotations

import ctypes
import os
import socket
from argparse import REMAINDER, ArgumentParser
from pathlib import Path

from tests.stacks.process import die_with_parent
from tests.stacks.users import ordinary_user

CLONE_NEWUTS = 0x04000000
CLONE_NEWUSER = 0x10000000
_libc = ctypes.CDLL(None, use_errno=True)


def name_host(name: str) -> None:
    """Give this process, and all that it executes or starts, a host name of its own.

    An ordinary user needs a user namespace for it, in which their identity stays.
    """
    user, group = os.getuid(), os.getgid()
    spaces = CLONE_NEWUTS | (CLONE_NEWUSER if user else 0)
    if _libc.unshare(spaces) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    socket.sethostname(name)


def main() -> None:
    """Execute the command."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--host")
    parser.add_argument("--ordinary", action="store_true")
    parser.add_argument("command", nargs=REMAINDER)
    options = parser.parse_args()
    if options.host:
        name_host(options.host)
    become = ordinary_user(Path(options.command[0])) if options.ordinary else None
    if become:
        become()
    die_with_parent()  # changing the user has cleared it
    os.execvp(options.command[0], options.command)  # noqa: S606 - our own command


if __name__ == "__main__":
    main()
