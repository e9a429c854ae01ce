"""A consumer that dies, as kombu's may, once it has lost its broker."""

from typing import Protocol

from celery.bootsteps import StartStopStep


class Consumer(Protocol):
    restart_count: int


class Mortal(StartStopStep):
    """Raises what kombu's `restore_unacked_once` raises on the second connection."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Consumer) -> None:
        if parent.restart_count:
            raise AttributeError("'NoneType' object has no attribute 'hostname'")
