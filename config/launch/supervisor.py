"""A supervisor of child processes: start, watch, restart, stop."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from config.launch.processes import die_with

Say = Callable[[str], None]
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 10.0  # seconds a child has to end in good order
STEADY = 60.0  # seconds after which a child's failures are forgotten
LONGEST_PAUSE = 30.0  # seconds between two starts


class ChildFailedError(Exception):
    """A child that the others need did not start."""


@dataclass
class Child:
    """One process: its command, and its failures so far."""

    name: str
    command: Sequence[str]
    log: Path
    keep_open: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    started: float = field(default=0.0, init=False)
    failures: int = field(default=0, init=False)
    due: float = field(default=0.0, init=False)

    def start(self, now: float) -> None:
        """Start the process in a group of its own, so that Ctrl-C reaches only us."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(  # noqa: S603 - our own commands
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=self.keep_open,
                preexec_fn=partial(die_with, os.getpid()),  # noqa: PLW1509
            )
        self.started = now

    def note_end(self, now: float) -> str:
        """Plan the next start, later after each failure; return a line that says so."""
        code = self.process.returncode if self.process else None
        self.failures = 1 if now - self.started > STEADY else self.failures + 1
        pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE)
        self.due, self.process = now + pause, None
        return (
            f"{self.name} ended ({ending(code)}); starting it again in {pause:g} s. "
            f"Its words: {self.log}"
        )

    def stop(self) -> None:
        """Stop the process; kill it if it takes too long."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def ending(code: int | None) -> str:
    """Describe how a process ended: its exit status, or the signal's name."""
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit status {code}"


class Supervisor:
    """Keeps its children running until it is asked to stop."""

    def __init__(self, say: Say) -> None:
        self.children: list[Child] = []
        self.say = say
        self.ending = False

    def add(self, child: Child) -> None:
        """Start a child and watch it."""
        self.children.append(child)
        child.start(time.monotonic())

    def watch(self) -> None:
        """Restart every child that has ended, once its pause is over."""
        now = time.monotonic()
        for child in self.children:
            if child.process is not None and child.process.poll() is not None:
                self.say(child.note_end(now))
            elif child.process is None and now >= child.due:
                child.start(now)

    def wait_for(self, ready: Callable[[], bool], *, seconds: float, what: str) -> bool:
        """Return True once ready, False when asked to stop; raise after `seconds`."""
        deadline = time.monotonic() + seconds
        while not self.ending:
            if ready():
                return True
            if time.monotonic() > deadline:
                raise ChildFailedError(f"{what} did not answer in {seconds:g} seconds.")
            self.watch()
            time.sleep(0.05)
        return False

    def run(self) -> None:
        """Watch until asked to stop."""
        while not self.ending:
            self.watch()
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop the children, the last started first."""
        for child in reversed(self.children):
            child.stop()

    @contextmanager
    def supervising(self) -> Iterator[None]:
        """Catch the signals that stop us; stop the children however the block ends."""
        before = {number: signal.signal(number, self._end) for number in ENDINGS}
        try:
            yield
        finally:
            self.stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.ending = True
