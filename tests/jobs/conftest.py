"""Jobs of types that tests define."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jobs import registry
from jobs.models import Job
from jobs.registry import Starter, Undo, Work, job_kind
from tests.jobs.broker import Broker
from tests.jobs.make import make_job


@pytest.fixture
def make_kind() -> Iterator[Callable[..., None]]:
    """Return a function that registers work, forgotten after the test."""
    before = dict(registry.JOBS._things)

    def make(
        name: str,
        work: Work,
        undo: Undo | None = None,
        starter: Starter = Starter.ORGANIZER,
    ) -> None:
        registry.JOBS._things.pop(name, None)
        job_kind(name, undo=undo, starter=starter)(work)

    yield make
    registry.JOBS._things.clear()
    registry.JOBS._things.update(before)


@pytest.fixture
def job(db: None, make_kind: Callable[[str, Work], None]) -> Job:
    """A queued job without owner or scope, of a type that does nothing."""
    make_kind("nothing", lambda _running: None)
    return make_job()


@pytest.fixture
def own_broker() -> Iterator[Broker]:
    """A broker for one test."""
    with TemporaryDirectory(dir="/tmp") as folder:
        made = Broker(Path(folder))
        yield made
        made.kill()
