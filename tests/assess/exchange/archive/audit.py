"""What this process opens, lists and runs, from Python's own audit hooks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LISTED = ("open", "os.listdir", "os.scandir", "os.chdir", "os.rename", "os.remove")
RUN = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn")
LINKED = ("os.link", "os.symlink", "os.mkdir", "os.rmdir", "shutil.copyfile")

_watched: list[tuple[str, str]] | None = None


def _note(event: str, args: tuple[object, ...]) -> None:
    if _watched is None or event not in (*LISTED, *LINKED, *RUN):
        return
    path = args[0]
    if isinstance(path, str | bytes | os.PathLike):
        _watched.append((event, os.path.realpath(os.fsdecode(path))))
    elif event in RUN:
        _watched.append((event, repr(args)))


@contextmanager
def watched() -> Iterator[list[tuple[str, str]]]:
    """Collect each event with its path while the block runs."""
    global _watched  # noqa: PLW0603 - an audit hook can't be taken away again
    _hook()
    _watched = []
    try:
        yield _watched
    finally:
        _watched = None


_installed: list[bool] = []


def _hook() -> None:
    if not _installed:
        sys.addaudithook(_note)
        _installed.append(True)
