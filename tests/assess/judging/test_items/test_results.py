"""Hidden test items: part of the work, scored for the organizer only."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from assess.judging.allocations.actions import KnowsTheAnswers, Terms, hand_out
from assess.judging.judges.actions import create_panel
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Judge
from assess.judging.screens import get_screen, progress_of
from assess.judging.test_items.results import answers_of, known_results
from assess.judging.work.walk import NotInThisWork
from assess.kinds.relevance.items import read_sheet
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from runs.models import Citation, Segment, Topic, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.assess.kinds.relevance.grading import Said, label_relevance
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import select


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def topic(track: Track) -> Topic:
    return make_topic(track)


@pytest.fixture
def pooled(track: Track, topic: Topic) -> list[Segment]:
    found = [make_segment(track, f"pooled#{number}") for number in range(3)]
    for number, segment in enumerate(found):
        make_response(make_run(track, f"run-{number}"), topic, cites=segment)
    return found


@pytest.fixture
def known(track: Track) -> Judge:
    return make_judge(track, "expert", kind=Judge.IMPORT)


@pytest.fixture
def hidden(track: Track, topic: Topic, known: Judge) -> list[Segment]:
    found = [make_segment(track, f"hidden#{number}") for number in range(2)]
    for segment, grade in zip(found, "04", strict=True):
        make_label(RELEVANCE, known, topic, segment, value=grade)
    return found


def work_with_known(topic: Topic, person: User, known: Judge, kind: str) -> Allocation:
    work = make_allocation(topic, person, work=kind)
    work.known = known
    work.save(update_fields=["known"])
    return work


@pytest.fixture
def tested(
    topic: Topic, pooled: list[Segment], hidden: list[Segment], known: Judge, ada: User
) -> Allocation:
    """Ada grades the pool, and the expert's other segments."""
    return work_with_known(topic, ada, known, "relevance")


def grade(work: Allocation, segment: Segment, value: str) -> None:
    act = Act(uuid4(), 0)
    label_relevance(
        work, segment=segment.uuid, value=value, said=Said(), act=act, now=NOW
    )


def test_known_segments_beside_the_pool_are_in_the_work(
    tested: Allocation, pooled: list[Segment], hidden: list[Segment]
) -> None:
    items = {item.pk for item in read_sheet(tested).items}
    assert items == {segment.pk for segment in (*pooled, *hidden)}
    assert progress_of([tested])[tested.pk][:2] == (0, 5)
    for segment in (pooled[0], hidden[0]):
        grade(tested, segment, "2")
    assert progress_of([tested])[tested.pk][:2] == (2, 5)
    assert read_sheet(tested).progress[:2] == (2, 5)


def test_work_without_known_answers_holds_none_of_them(
    tested: Allocation, topic: Topic, hidden: list[Segment], bea: User
) -> None:
    plain = make_allocation(topic, bea, work="relevance")
    grade(tested, hidden[0], "1")
    found = progress_of([tested, plain])
    assert found[tested.pk][:2] == (1, 5)
    assert found[plain.pk][:2] == (0, 3)
    with pytest.raises(NotInThisWork):
        grade(plain, hidden[0], "1")


def test_a_known_segment_without_text_is_left_out(
    track: Track, topic: Topic, pooled: list[Segment], known: Judge, ada: User
) -> None:
    bare = make_segment(track, "bare", text="")
    make_label(RELEVANCE, known, topic, bare, value="2")
    work = work_with_known(topic, ada, known, "relevance")
    assert len(read_sheet(work).items) == 3
    with pytest.raises(NotInThisWork):
        grade(work, bare, "1")


def test_a_known_segment_in_the_pool_stands_there_once(
    topic: Topic, pooled: list[Segment], known: Judge, ada: User
) -> None:
    make_label(RELEVANCE, known, topic, pooled[0], value="2")
    work = work_with_known(topic, ada, known, "relevance")
    assert len(read_sheet(work).items) == 3


def test_a_panel_can_know_the_answers(
    track: Track, topic: Topic, pooled: list[Segment], hidden: list[Segment], ada: User
) -> None:
    members = [make_judge(track, name, kind=Judge.IMPORT) for name in "xy"]
    for member in members:
        make_label(RELEVANCE, member, topic, hidden[0], value="3")
    panel = create_panel(track, "both", rule="majority", members=members, now=NOW)
    work = work_with_known(topic, ada, panel, "relevance")
    assert len(read_sheet(work).items) == 4
    grade(work, hidden[0], "3")
    [row] = known_results(track)
    assert (row.n, row.right) == (1, 1.0)


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


def test_nobody_is_tested_on_their_own_answers(
    track: Track, topic: Topic, ada: User, bea: User, omar: User
) -> None:
    own = make_person(ada, track)
    panel = create_panel(track, "two", rule="first", members=[own], now=NOW)
    screen = get_screen("relevance")
    for known in (own, panel):
        with pytest.raises(KnowsTheAnswers, match="ada"):
            hand_out(track, screen, [(topic, ada)], by=omar, terms=Terms(known=known))
    terms = Terms(known=own)
    assert hand_out(track, screen, [(topic, bea)], by=omar, terms=terms) == 1


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


def test_the_form_hands_out_with_known_answers(
    track: Track,
    pooled: list[Segment],
    hidden: list[Segment],
    known: Judge,
    ada: User,
    omar_client: Client,
) -> None:
    asked = {
        "work": "relevance:",
        "to": "people",
        "people": [str(ada.uuid)],
        "share": "turn",
        "known": str(known.uuid),
    }
    address = f"/tracks/{track.uuid}/work/new/"
    page = omar_client.post(address, asked).content.decode()
    assert "what expert (import) labelled" in page
    seal = page.split('name="confirm" value="')[1].split('"')[0]
    omar_client.post(address, asked | {"confirm": seal})
    assert Allocation.objects.get().known == known
    asked["work"] = "subnarratives:"
    assert omar_client.post(address, asked).status_code == 422
