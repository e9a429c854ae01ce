"""An import that is interrupted where a test needs it."""

from collections.abc import Callable, Iterator

import pytest

from runs.imports.arrival import Incoming


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
