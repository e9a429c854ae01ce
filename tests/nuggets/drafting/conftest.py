"""A fake model, and a track to draft for."""

import pytest

from assess.judging.models import Judge
from runs.models import Track
from tests.machines import fake
from tests.make import make_judge, make_track

__all__ = ["fake"]


@pytest.fixture
def track(db: None) -> Track:
    """A track with sub-narratives and a topic, both empty."""
    return make_track()


@pytest.fixture
def qrels(track: Track) -> Judge:
    """An import judge without labels."""
    return make_judge(track, "nist", kind=Judge.IMPORT)
