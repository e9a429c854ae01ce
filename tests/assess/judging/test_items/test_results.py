"""Hidden test items are scored for the organizer only."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.models import Allocation, Judge
from assess.judging.test_items.results import answers_of, known_results
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Citation, Segment, Topic, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.assess.judging.test_items.known_answers import grade, work_with_known
from tests.make import (
    NOW,
    make_bank,
    make_label,
    make_person,
    make_segment,
    make_topic,
    make_version,
    nuggets_of,
)
from tests.page import select


def test_the_organizer_sees_how_often_each_was_right(
    tested: Allocation,
    track: Track,
    topic: Topic,
    pooled: list[Segment],
    hidden: list[Segment],
    known: Judge,
    ada: User,
    bea: User,
) -> None:
    work_with_known(topic, bea, known, "relevance")
    assert [row[3:] for row in known_results(track)] == [(0, None, None, "")] * 2
    grade(tested, hidden[0], "0")
    grade(tested, hidden[1], "3")
    grade(tested, pooled[0], "4")
    of_ada, of_bea = known_results(track)
    assert (of_ada.person, of_ada.n, of_ada.right) == (ada, 2, 0.5)
    assert of_ada.kappa == pytest.approx(1 / 3)
    assert (of_bea.person, of_bea.n, of_bea.right, of_bea.kappa) == (bea, 0, None, None)


def test_labels_on_a_topic_put_away_count_in_no_result(
    tested: Allocation, track: Track, topic: Topic, hidden: list[Segment]
) -> None:
    grade(tested, hidden[0], "0")
    put_away(thing_kind("topic"), topic, track=track, by=None, now=NOW)
    track.refresh_from_db()
    assert known_results(track) == []


def test_kappa_is_undefined_where_both_gave_one_single_label(
    tested: Allocation, track: Track, hidden: list[Segment]
) -> None:
    grade(tested, hidden[0], "0")
    [row] = known_results(track)
    assert (row.n, row.right, row.kappa) == (1, 1.0, None)


def test_kappa_is_not_taken_where_the_scales_differ(
    tested: Allocation,
    track: Track,
    topic: Topic,
    hidden: list[Segment],
    known: Judge,
    omar_client: Client,
) -> None:
    """The expert uses two labels; Ada gives the same as one of three."""
    third = make_segment(track, "hidden#2")
    make_label(RELEVANCE, known, topic, third, value="4")
    for segment, value in zip([*hidden, third], "134", strict=True):
        grade(tested, segment, value)
    [row] = known_results(track)
    assert row.n == 3
    assert row.right == pytest.approx(1 / 3)
    assert row.kappa is None
    assert row.scales == "the two use different scales: one of two labels, one of more"
    page = omar_client.get(f"/tracks/{track.uuid}/work/").content.decode()
    assert row.scales in page


def test_right_is_undefined_where_the_scales_share_no_label(
    tested: Allocation, track: Track, hidden: list[Segment], known: Judge
) -> None:
    known.parameters = {"scale": Judge.OWN_SCALE}
    known.save(update_fields=["parameters"])
    RelevanceLabel.objects.filter(judge=known).update(value="high")
    grade(tested, hidden[0], "0")
    [row] = known_results(track)
    assert (row.n, row.right, row.kappa) == (1, None, None)
    assert row.scales == "the scales of the two have no label in common"


def test_its_items_are_listed_with_the_wrong_ones_first(
    tested: Allocation, track: Track, hidden: list[Segment], known: Judge, ada: User
) -> None:
    grade(tested, hidden[0], "0")
    grade(tested, hidden[1], "3")
    wrong, right = answers_of(track, ada, RELEVANCE, known)
    assert wrong[1:] == ("3", "4")
    assert wrong.texts[:2] == ("14", "hidden#1")
    assert right.is_right
    assert answers_of(track, ada, SUPPORT, known) == []


def test_known_answers_of_support_and_assignment_are_found(
    track: Track, topic: Topic, pooled: list[Segment], known: Judge, ada: User
) -> None:
    citation = Citation.objects.select_related("sentence__response").earliest("pk")
    response = citation.sentence.response
    [nugget, other] = nuggets_of(make_version(make_bank(track), topic))
    person = make_person(ada, track)
    for judge in (known, person):
        make_label(SUPPORT, judge, citation, value="full_support")
        make_label(ASSIGNMENT, judge, nugget, response, value="support")
    make_label(ASSIGNMENT, known, other, response, value="support")
    work_with_known(topic, ada, known, "support")
    work_with_known(topic, ada, known, "assignment")
    found = {row.kind.name: (row.n, row.right) for row in known_results(track)}
    assert found == {"support": (1, 1.0), "assignment": (1, 1.0)}
    [answer] = answers_of(track, ada, ASSIGNMENT, known)
    assert answer.texts[-1] == nugget.text


def test_labels_of_another_round_are_no_answers(
    track: Track, topic: Topic, pooled: list[Segment], known: Judge, ada: User
) -> None:
    citation = Citation.objects.earliest("pk")
    for judge in (known, make_person(ada, track)):
        make_label(SUPPORT, judge, citation, value="full_support")
    work = work_with_known(topic, ada, known, "support")
    Allocation.objects.filter(pk=work.pk).update(round=1)
    [row] = known_results(track)
    assert row.n == 0


def test_the_counts_take_as_many_queries_for_much_work_as_for_little(
    track: Track, known: Judge, ada: User, bea: User
) -> None:
    counts = []
    for size in (1, 8):
        for number in range(size):
            topic = make_topic(track, f"{size}-{number}")
            segment = make_segment(track, f"doc-{size}-{number}")
            for judge in (known, make_person(ada, track)):
                make_label(RELEVANCE, judge, topic, segment, value="1")
            work_with_known(topic, ada, known, "relevance")
            work_with_known(topic, bea, known, "relevance")
        with CaptureQueriesContext(connection) as context:
            assert len(known_results(track)) == 2
        counts.append(len(context))
    assert counts[0] == counts[1]


def test_the_pages_show_it_to_the_organizer_alone(
    tested: Allocation,
    track: Track,
    hidden: list[Segment],
    known: Judge,
    ada: User,
    omar_client: Client,
    ada_client: Client,
) -> None:
    grade(tested, hidden[1], "3")
    page = omar_client.get(f"/tracks/{track.uuid}/work/").content.decode()
    address = (
        f"/tracks/{track.uuid}/work/people/{ada.uuid}/known/relevance/{known.uuid}/"
    )
    assert "expert (import)" in page
    assert select(page, f'[href="{address}"]')
    items = omar_client.get(address).content.decode()
    assert "hidden#1" in items
    assert "4 perfectly" in items.lower()
    assert ada_client.get(address).status_code == 404
    wrong = address.replace("/relevance/", "/nothing/")
    assert omar_client.get(wrong).status_code == 404
