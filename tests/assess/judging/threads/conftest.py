"""An assessor with work to talk about."""

from __future__ import annotations

import pytest

from accounts.models import User
from assess.kinds.support.items import read_sheet
from runs.models import Citation, Run
from tests.assess.judging.threads.world import World
from tests.make import (
    make_allocation,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@pytest.fixture
def world(ada: User, bea: User, omar: User) -> World:
    track = make_track(organizer=omar, assessors=[ada, bea])
    topic = make_topic(track)
    passage = make_segment(track, "doc#1")
    for name in "ab":
        run = make_run(track, f"hidden-{name}", task=Run.RAG)
        make_response(run, topic, ("One.", "Two."), cites=passage)
    work = make_allocation(topic, ada, work="support")
    sheet = read_sheet(work)
    numbers = [one.pk for each in sheet.items for one in sheet.citations[each.pk]]
    found = Citation.objects.select_related("sentence__response").in_bulk(numbers)
    return World(work, [found[number] for number in numbers])
