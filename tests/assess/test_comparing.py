import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assess.actions.judges import create_panel
from assess.models import Judge
from assess.reading.agreement import NOTHING_SHARED, ONE_LABEL, compare_judges
from assess.relevance.kind import RELEVANCE
from assess.support.kind import SUPPORT
from runs.models import Citation, Segment, Track
from tests.make import (
    NOW,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def track() -> Track:
    return make_track()


@pytest.fixture
def a(track: Track) -> Judge:
    return make_judge(track, "a")


@pytest.fixture
def b(track: Track) -> Judge:
    return make_judge(track, "b")


def grade(track: Track, judge: Judge, topic: str, grades: str) -> None:
    row = track.topics.filter(name=topic).first() or make_topic(track, topic)
    for place, value in enumerate(grades):
        docid = f"d{place}"
        found = Segment.objects.filter(track=track, docid=docid).first()
        segment = found or make_segment(track, docid)
        if value != "-":
            make_label(RELEVANCE, judge, row, segment, value=value)


def test_judges_without_a_common_item_have_nothing_defined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "01")
    grade(track, b, "1", "--3")
    found = compare_judges(a, b, RELEVANCE)
    assert (found.overall.n, found.overall.agreement, found.overall.kappa) == (
        0,
        None,
        None,
    )
    assert (found.only_a, found.only_b, found.topics) == (2, 1, [])
    assert found.reason == NOTHING_SHARED


def test_only_items_that_both_judged_count(track: Track, a: Judge, b: Judge) -> None:
    grade(track, a, "1", "0123")
    grade(track, b, "1", "013-")
    found = compare_judges(a, b, RELEVANCE)
    assert found.overall.n == 3
    assert found.overall.agreement == pytest.approx(2 / 3)
    assert (found.only_a, found.only_b) == (1, 0)
    assert found.overall.categories == ("0", "1", "2", "3", "4")
    assert found.overall.matrix[2][3] == 1


def test_each_topic_has_its_own_agreement(track: Track, a: Judge, b: Judge) -> None:
    for topic, first, second in (("1", "01", "01"), ("2", "00", "11")):
        grade(track, a, topic, first)
        grade(track, b, topic, second)
    found = compare_judges(a, b, RELEVANCE)
    assert [(row.topic.name, row.agreement.agreement) for row in found.topics] == [
        ("1", 1.0),
        ("2", 0.0),
    ]


def test_one_and_the_same_single_label_leaves_kappa_undefined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "000")
    grade(track, b, "1", "000")
    found = compare_judges(a, b, RELEVANCE)
    assert (found.overall.agreement, found.overall.kappa) == (1.0, None)
    assert found.reason == ONE_LABEL


def test_a_panel_is_compared_by_its_resolved_labels(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "0-")
    grade(track, b, "1", "44")
    panel = create_panel(track, "both", rule="first", members=[a, b], now=NOW)
    found = compare_judges(panel, b, RELEVANCE)
    assert (found.overall.n, found.overall.agreement) == (2, 0.5)


def test_citations_are_found_on_their_topics(track: Track, a: Judge, b: Judge) -> None:
    topic = make_topic(track, "7")
    make_response(make_run(track), topic, cites=make_segment(track, "d"))
    for citation in Citation.objects.all():
        make_label(SUPPORT, a, citation, value="full_support")
        make_label(SUPPORT, b, citation, value="no_support")
    found = compare_judges(a, b, SUPPORT)
    assert [(row.topic, row.agreement.n) for row in found.topics] == [(topic, 2)]
    assert found.overall.kappa == 0


def test_a_grade_that_the_profile_lost_still_counts(
    track: Track, a: Judge, b: Judge
) -> None:
    for judge in (a, b):
        grade(track, judge, "1", "04")
    Track.objects.update(profile_text=make_track(profile="rag24").profile_text)
    fresh = [Judge.objects.get(pk=judge.pk) for judge in (a, b)]
    found = compare_judges(fresh[0], fresh[1], RELEVANCE)
    assert found.overall.categories == ("0", "1", "2", "3", "4")
    assert found.overall.n == 2


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("agreement", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_json_with_null_where_undefined(
    track: Track, a: Judge, b: Judge
) -> None:
    grade(track, a, "1", "00")
    grade(track, b, "1", "00")
    names = ["--kind", "relevance", "--a", "a", "--b", "b", "--format", "json"]
    found = json.loads(command(track.slug, *names))
    assert (found["n"], found["agreement"], found["kappa"]) == (2, 1.0, None)
    assert found["matrix"][0] == [2, 0, 0, 0, 0]
    assert found["topics"][0]["topic"] == "1"


def test_the_command_names_the_judges_there_are(track: Track, a: Judge) -> None:
    with pytest.raises(CommandError, match=r"no judge 'nobody' .* Judges: a\."):
        command(track.slug, "--kind", "relevance", "--a", "a", "--b", "nobody")


def test_the_command_names_the_tracks_there_are(track: Track) -> None:
    with pytest.raises(CommandError, match=track.slug):
        command("elsewhere", "--kind", "relevance", "--a", "a", "--b", "b")


def test_the_command_refuses_an_unknown_kind(track: Track) -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        command(track.slug, "--kind", "beauty", "--a", "a", "--b", "b")
