"""The panel of a track's assessors, which is created automatically."""

from datetime import timedelta

import pytest

from accounts.models import User
from assess.judging.judges.actions import judge_of
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Track
from tests.make import NOW, make_judge, make_label, make_segment, make_topic, make_track


@pytest.fixture
def track(ada: User, bea: User) -> Track:
    return make_track(assessors=[ada, bea])


def panels(track: Track) -> list[Judge]:
    return list(Judge.objects.filter(track=track, kind=Judge.PANEL))


def test_it_comes_with_the_first_assessor_and_only_then(
    track: Track, ada: User, bea: User
) -> None:
    assert panels(track) == []
    for user in (ada, bea, ada):
        judge_of(user, track, now=NOW)
    assert [(panel.name, panel.rule) for panel in panels(track)] == [
        ("assessors", "assessors")
    ]


def test_it_holds_all_assessors_labels(track: Track, ada: User, bea: User) -> None:
    topic = make_topic(track)
    for user, docid, grade in ((ada, "a", "2"), (bea, "b", "1")):
        segment = make_segment(track, docid)
        judge = judge_of(user, track, now=NOW)
        make_label(RELEVANCE, judge, topic, segment, value=grade)
    assert sorted(labels_of(panels(track)[0], RELEVANCE).values()) == ["1", "2"]


def test_a_label_changed_later_still_comes_first(
    track: Track, ada: User, bea: User
) -> None:
    item = (make_topic(track).pk, make_segment(track, "a").pk)
    for hour, (user, grade) in enumerate(((ada, "2"), (bea, "1"), (ada, "3"))):
        judge, now = judge_of(user, track, now=NOW), NOW + timedelta(hours=hour)
        record_labels(RELEVANCE, judge, [NewLabel(item, grade)], now=now)
    assert list(labels_of(panels(track)[0], RELEVANCE).values()) == ["3"]


def test_it_takes_a_free_name_where_a_judge_has_its_own(
    track: Track, ada: User
) -> None:
    make_judge(track, "assessors", kind=Judge.IMPORT)
    judge_of(ada, track, now=NOW)
    assert [panel.name for panel in panels(track)] == ["assessors 2"]
