"""A broker for one test, which it may kill, stop and start again."""

import signal
from pathlib import Path

import redis
from celery import current_app

from config.broker import client_url
from jobs.models import Job
from jobs.tasks import run_job
from tests.stacks.process import stop
from tests.stacks.valkey import start_on_socket


class Broker:
    """A broker on a socket in a folder, without persistence."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.child, self.url = start_on_socket(folder)

    def restart(self) -> None:
        """Kill it, and start another in its place."""
        self.kill()
        self.child, _url = start_on_socket(self.folder)

    def kill(self) -> None:
        """Kill it, as a crash would."""
        stop(self.child, how=signal.SIGKILL)

    def hang(self) -> None:
        """Accept connections from now on, without responding."""
        self.child.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Respond again."""
        self.child.send_signal(signal.SIGCONT)

    def ring(self, job: Job) -> None:
        """Ring for a job."""
        with current_app.connection_for_write(url=self.url) as link:
            current_app.send_task(run_job.name, (str(job.uuid),), connection=link)

    def listeners(self) -> int:
        """Count the workers that wait for a message."""
        with redis.Redis.from_url(client_url(self.url)) as client:
            return sum(each["cmd"] == "brpop" for each in client.client_list())
