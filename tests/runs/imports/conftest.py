"""An import that is interrupted where a test needs it."""

from collections.abc import Callable, Iterator

import pytest

from runs.imports.arrival import Incoming
from runs.models import Track
from tests.make import make_topic, make_track
from tests.runs.imports.files import TOPICS


@pytest.fixture
def at_step(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return a function that makes the first step of a write do something else."""
    real = Incoming.step

    def set_step(act: Callable[[Incoming], None]) -> None:
        def step(self: Incoming, *args: object) -> None:
            act(self)
            real(self, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Incoming, "step", step)

    yield set_step
    monkeypatch.setattr(Incoming, "step", real)


@pytest.fixture
def track(db: None) -> Track:
    track = make_track()
    for topic in TOPICS:
        make_topic(track, topic)
    return track
