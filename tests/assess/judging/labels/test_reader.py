"""Labels are read equally one by one, by group, and by item."""

import pytest

from assess.judging.labels.reader import label_columns, labels_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Track
from tests.make import make_judge, make_label, make_segment, make_topic, make_track

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_stacks("each database joins numbers by an aggregate of its own"),
]


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("values", ["", "2013", "9207", "xx"])
def test_labels_off_the_scale_follow_those_on_it(
    track: Track, values: str, few: bool
) -> None:
    judge = make_judge(track, "theirs", kind=Judge.IMPORT)
    judge.parameters = {"scale": Judge.OWN_SCALE}
    judge.save()
    topic = make_topic(track)
    expected = {}
    for number, value in enumerate(values):
        segment = make_segment(track, f"doc#{number}")
        make_label(RELEVANCE, judge, topic, segment, value=value)
        expected[topic.pk, segment.pk] = value
    found = label_columns(judge, RELEVANCE, few=few)
    scale = RELEVANCE.values(track)
    assert found.names == (*scale, *sorted(set(values).difference(scale)))
    rows = zip(found.items.tolist(), found.values.tolist(), strict=True)
    assert {tuple(item): found.names[place] for item, place in rows} == expected
    assert labels_of(judge, RELEVANCE) == expected
