"""Run as another user: an ordinary one, in a test run that may be root's."""

import ctypes
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

NOBODY = 65534
CLONE_NEWUSER = 0x10000000
_libc = ctypes.CDLL(None, use_errno=True)


class NoOrdinaryUser(Exception):
    """Root can neither change its user nor create a user namespace here."""


def drop_to_nobody() -> None:
    """Give up root permanently: the user and group `nobody`, no other groups."""
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def enter_user_namespace() -> None:
    """Become user 1000 of a new namespace: our files stay ours, root's power ends."""
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/gid_map").write_text(f"1000 {group} 1")
    Path("/proc/self/uid_map").write_text(f"1000 {user} 1")


def ordinary_user(program: Path) -> Callable[[], None] | None:
    """Return what a child calls before it runs `program` as an ordinary user.

    None if this process is one already. `nobody` if that user can run the program, else
    a user namespace (a checkout under /root is closed to `nobody`).
    """
    if os.getuid() != 0:
        return None
    for become in (drop_to_nobody, enter_user_namespace):
        if _runs(program, become):
            return become
    raise NoOrdinaryUser(f"cannot run {program} as anybody but root")


def _runs(program: Path, become: Callable[[], None]) -> bool:
    try:
        done = subprocess.run(
            [program, "--version"],
            preexec_fn=become,
            capture_output=True,
            check=False,
            cwd="/",
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0
