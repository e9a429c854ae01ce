"""Topics whose nuggets a person assigns, some of them labelled."""

from __future__ import annotations

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Track
from tests.make import (
    make_allocation,
    make_bank,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_version,
    nuggets_of,
)


def work_on(track: Track, name: str, assessor: User, *, done: int = 0) -> Allocation:
    """Hand out a topic with one response; label the first nuggets."""
    topic = make_topic(track, name)
    version = make_version(make_bank(track, f"bank of {name}"), topic)
    response = make_response(make_run(track, f"run-{name}"), topic)
    judge = make_person(assessor, track)
    for nugget in nuggets_of(version)[:done]:
        make_label(ASSIGNMENT, judge, nugget, response, value="support")
    return make_allocation(topic, assessor, version.bank)
