"""Hidden test items are part of the work."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.allocations.actions import KnowsTheAnswers, Terms, hand_out
from assess.judging.judges.actions import create_panel
from assess.judging.models import Allocation, Judge
from assess.judging.screens import get_screen, progress_of
from assess.judging.test_items.results import known_results
from assess.judging.work.walk import NotInThisWork
from assess.kinds.relevance.items import read_sheet
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic, Track
from tests.assess.judging.test_items.known_answers import grade, work_with_known
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_segment,
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
