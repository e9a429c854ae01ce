"""Health checks of the containers: exit status 0 if the process is well.

`python -m config.launch.probe web` asks the web server whether people can work, `…
worker` asks the worker on this machine whether it takes work.
"""

import os
import socket
import sys
import urllib.request

from config.celery import app


def web_is_well() -> bool:
    """Return whether the health page of this container's web server reports success."""
    port = os.environ.get("BIND", "127.0.0.1:8000").rpartition(":")[2]
    address = f"http://127.0.0.1:{port}/health/ready/"
    try:
        with urllib.request.urlopen(address, timeout=8) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def worker_is_well() -> bool:
    """Return whether this container's worker responds over the broker."""
    name = f"celery@{socket.gethostname()}"
    return bool(app.control.ping(destination=[name], timeout=5))


PROBES = {"web": web_is_well, "worker": worker_is_well}

if __name__ == "__main__":
    sys.exit(not PROBES[sys.argv[1]]())
