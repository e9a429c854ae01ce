"""Packages of npm for tests and checks: fetched at a pinned version, and verified."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class DamagedPackage(Exception):
    """The tarball is not the one that was pinned."""


def fetch(package: str, integrity: str, folder: Path) -> Path:
    """Download a package's tarball into a folder.

    integrity: the sha512 in the registry for this version's tarball, in base64.
    """
    done = subprocess.run(
        [program("npm"), "pack", "--silent", "--pack-destination", folder, package],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": _path()},
    )
    tarball = folder / Path(done.stdout.split()[-1]).name
    digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    if digest != integrity:
        raise DamagedPackage(f"{package} has sha512 {digest}, not {integrity}")
    return tarball


def program(name: str) -> str:
    """Return npm or node: the machine's, else the one in a wheel."""
    found = shutil.which(name)
    if found:
        return found
    own = Path(sys.prefix) / "bin" / name
    if not own.exists():
        subprocess.run(
            [
                *(sys.executable, "-m", "uv", "pip", "install", "--quiet"),
                *("--python", sys.executable, "--require-hashes"),
                *("-r", str(ROOT / "requirements-npm.txt")),
            ],
            check=True,
        )
    return str(own)


def _path() -> str:
    return os.pathsep.join([str(Path(sys.prefix) / "bin"), os.environ["PATH"]])
