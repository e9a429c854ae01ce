"""An empty cache, and a world whose labels are scored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from assess.judging.judges.actions import create_panel
from assess.judging.kernel.panels import RULES
from runs.models import Citation, RankedList
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.nuggets.scores.cache.world import World


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    track = make_track()
    bank = make_bank(track)
    topics = [make_topic(track, "1"), make_topic(track, "2")]
    runs = [make_run(track, "one"), make_run(track, "two")]
    segments = [make_segment(track, name) for name in "abc"]
    items: dict[str, list[tuple[int, ...]]] = {"assignment": [], "support": []}
    for topic in topics:
        marks = ["vital", "okay"] if topic.name == "1" else ["okay", ""]
        version = make_version(bank, topic, importance=marks)
        for run in runs[: 2 if topic.name == "1" else 1]:
            response = make_response(run, topic, cites=segments[0])
            items["assignment"] += [
                (nugget.pk, response.pk) for nugget in nuggets_of(version)
            ]
            RankedList.objects.create(
                run=run,
                topic=topic,
                segment_ids=[segment.pk for segment in segments[:2]],
                scores=[2.0, 1.0],
            )
    items["support"] = [(pk,) for pk in Citation.objects.values_list("pk", flat=True)]
    items["relevance"] = [(t.pk, s.pk) for t in topics for s in segments]
    judges = [make_judge(track, f"judge-{number}") for number in range(3)]
    panels = [
        create_panel(track, rule, rule=rule, members=judges, now=NOW) for rule in RULES
    ]
    return World(track, bank, topics, judges, panels, items)
