"""A track whose judges graded the same segments."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.judging.models import Judge
from runs.models import Track
from tests.assess.analysis.agreement.grades import grade
from tests.make import make_judge, make_track


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judges(track: Track) -> list[Judge]:
    """Three judges on two topics."""
    found = [make_judge(track, name) for name in ("left", "mid", "right")]
    for judge, grades in zip(found, ("0123", "0122", "1123"), strict=True):
        for topic in ("1", "2"):
            grade(track, judge, topic, grades)
    return found
