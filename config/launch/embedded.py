"""Defaults of `manage.py up`: folder, secret, host names, the broker's socket."""

import hashlib
import os
import secrets
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

# A unix socket's address has at most 108 bytes, including the closing NUL.
LONGEST_SOCKET = 107
PRIVATE_FOLDER = 0o700


class UnsafeFolder(Exception):
    """The folder for the socket belongs to another user, or is open to others."""


def prepare(environ: MutableMapping[str, str], base: Path) -> None:
    """Set the variables that the environment omits, for one person on one machine.

    Only `manage.py up` calls this; a server in production needs explicit settings.
    """
    var = Path(environ.get("ASSAY_VAR") or base / "var").resolve()
    var.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    answers = {
        "ASSAY_VAR": str(var),
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "HTTPS": "false",
    }
    for name, value in answers.items():
        environ[name] = environ.get(name) or value
    environ["SECRET_KEY"] = environ.get("SECRET_KEY") or kept_secret(var / "secret")
    if not environ.get("REDIS_URL"):
        environ["REDIS_URL"] = f"redis+socket://{socket_path(var, environ)}"


def kept_secret(path: Path) -> str:
    """Return the secret in this file; create one that only its owner can read."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        secret = secrets.token_urlsafe(50)
        file.write(secret + "\n")
    return secret


def socket_path(var: Path, environ: MutableMapping[str, str]) -> Path:
    """Return the path of the broker's socket: in `var`, or shorter if too long."""
    near = var / "valkey.sock"
    if len(os.fsencode(near)) <= LONGEST_SOCKET:
        return near
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    folder = _short_folder(f"assay-{os.getuid()}-{mark}", environ)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o77 or folder.is_symlink():
        raise UnsafeFolder(f"{folder} must be a folder of yours that others can't open")
    return folder / "valkey.sock"


def _short_folder(name: str, environ: MutableMapping[str, str]) -> Path:
    """Return `name` in the user's runtime folder, or in /tmp if that is shorter."""
    runtime = environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    folder = Path(runtime) / name
    fits = len(os.fsencode(folder / "valkey.sock")) <= LONGEST_SOCKET
    return folder if fits else Path("/tmp") / name  # noqa: S108 - checked by the caller


def write_environment(path: Path, environ: MutableMapping[str, str]) -> None:
    """Write the settings for a shell: after `set -a; . var/env` commands find them."""
    names = ("ASSAY_VAR", "ALLOWED_HOSTS", "HTTPS", "SECRET_KEY", "REDIS_URL")
    lines = [f"{name}='{environ[name]}'\n" for name in names]
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.writelines(lines)
