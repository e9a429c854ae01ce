"""Delete the data of `manage.py up`: `python3 config/launch/reset.py FOLDER`.

Runs by path and without Django, so it also works before anything is installed.
"""

import fcntl
import shutil
import sys
from pathlib import Path


def reset(var: Path) -> None:
    """Delete the folder, if it exists; exit with a sentence while `up` uses it."""
    if not var.exists():
        return
    with (var / "up.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"Assay runs from {var}: end it with Ctrl-C first. Nothing done.")
        shutil.rmtree(var)


if __name__ == "__main__":
    reset(Path(sys.argv[1]).resolve())
