"""Features of relevance only: the pool, and a grade's details."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.screens import progress_of
from assess.judging.work.desk import OVERTAKEN
from assess.kinds.relevance.items import (
    read_sheet,
    topics_with_runs,
)
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from runs.models import Citation, Conversation, PtkbStatement, Segment, Topic
from runs.pools import is_judged, places_in, rule_of
from tests.assess.judging.work.world import body_of
from tests.assess.kinds.relevance.relevance_work import (
    PARTS,
    Grading,
    make_grading,
    make_part,
    make_ranked,
)
from tests.make import (
    NOW,
    make_allocation,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
)
from tests.page import select


@pytest.fixture
def world(ada: User) -> Grading:
    return make_grading(ada)


def kept() -> RelevanceLabel:
    return RelevanceLabel.objects.get()


def test_it_shows_the_topic_its_parts_and_one_segment(
    world: Grading, ada_client: Client
) -> None:
    Segment.objects.filter(pk=world.segments[0].pk).update(
        title="Ice in the basin", url="https://example.org/ice", headings="Ice\nBasin"
    )
    page = body_of(ada_client, world.page())
    assert "Why do harbours freeze?" in page
    for words in (*PARTS, "Ice in the basin", "Salt water freezes late."):
        assert words in page
    assert select(page, '[href="https://example.org/ice"]')
    assert "1 of 3 · 0 graded" in page
    assert select(page, f'[name="ticks"][value="{world.parts[2].uuid}"][data-key="c"]')
    for grade in RELEVANCE.scale(world.track):
        assert select(page, f'[value="{grade.value}"][data-key="{grade.key}"]')


def test_a_segments_address_is_a_link_only_to_the_web(
    world: Grading, ada_client: Client
) -> None:
    Segment.objects.filter(pk=world.segments[0].pk).update(url="javascript:alert(1)")
    page = body_of(ada_client, world.page())
    assert "javascript:alert(1)" in page
    assert 'href="javascript' not in page


def test_others_labels_add_nothing_to_the_pool(world: Grading) -> None:
    stray = make_segment(world.track, "judged-only")
    make_label(RELEVANCE, make_judge(world.track), world.topic, stray, value="4")
    assert len(read_sheet(world.work).items) == 3


def test_the_pool_is_what_is_cited_first_or_ranked_to_the_depth(world: Grading) -> None:
    depth = world.track.profile.pool.depth
    ranked = [make_segment(world.track, f"deep#{n}") for n in range(depth + 1)]
    make_ranked(world.track, world.topic, "deep", *ranked)
    second, textless = (
        make_segment(world.track, "second"),
        make_segment(world.track, "without", ""),
    )
    response = make_response(make_run(world.track, "x"), world.topic, cites=textless)
    Citation.objects.create(
        sentence=response.sentences.all()[0], position=1, segment=second
    )
    pks = {item.pk for item in read_sheet(world.work).items}
    assert pks == {each.pk for each in (*world.segments, *ranked[:depth])}
    everything = Segment.objects.filter(track=world.track)
    rule = rule_of(world.track)
    places: Any = everything.with_text().annotate(**places_in(world.topic.pk))
    judged = {one.pk for one in places if is_judged(rule, one.cited, one.ranked)}
    assert judged == pks


def test_only_visible_runs_bring_segments(world: Grading) -> None:
    segment = make_segment(world.track, "unseen")
    make_ranked(world.track, world.topic, "gone", segment)
    run = world.track.runs.get(name="gone")
    type(run).objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert segment.pk not in {item.pk for item in read_sheet(world.work).items}


def test_a_late_run_moves_no_segment(world: Grading) -> None:
    before = [item.uuid for item in read_sheet(world.work).items]
    late = [make_segment(world.track, f"late#{n}") for n in range(8)]
    make_ranked(world.track, world.topic, "late", *late)
    after = [item.uuid for item in read_sheet(world.work).items]
    assert len(after) == 11
    assert [uuid for uuid in after if uuid in before] == before


def test_topics_with_runs_can_be_handed_out(world: Grading) -> None:
    make_topic(world.track, "15")
    assert list(topics_with_runs(world.track, "")) == [world.topic]


def test_ticks_propose_a_grade_without_a_script_too(
    world: Grading, ada_client: Client
) -> None:
    world.send(ada_client, world.json(0, "", ticks=world.ticks(0, 3)))
    page = body_of(ada_client, world.page())
    assert select(page, '[value="3"][data-key="3"][aria-pressed="false"].proposed')
    assert select(page, '[data-proposes="2 3 3 4"]')
    assert "2 of 4 ticked" in page


def test_a_track_without_subnarratives_has_nothing_to_tick(
    ada: User, ada_client: Client
) -> None:
    track = make_track(profile="ikat24", assessors=[ada])
    topic = make_topic(track, "4_2", "What do harbours in the north cost?")
    talk = Conversation.objects.create(track=track, name="4", title="Winter ports")
    PtkbStatement.objects.create(conversation=talk, name="1", text="I own a trawler.")
    first = make_topic(track, "4_1", "Do ports freeze?")
    Topic.objects.filter(pk=first.pk).update(conversation=talk, position=0)
    said = {"utterance": "What do they cost?", "docids": ["secret-docid"]}
    Topic.objects.filter(pk=topic.pk).update(conversation=talk, details=said)
    make_part(topic, "never shown")
    make_response(make_run(track), topic, cites=make_segment(track, "clue:1"))
    work = make_allocation(topic, ada, work="relevance")
    page = ada_client.get(f"/work/{work.uuid}/", follow=True).content.decode()
    for words in ("I own a trawler.", "Do ports freeze?", "What do they cost?"):
        assert words in page
    for words in ("never shown", 'type="checkbox"', 'data-key="Enter"', "secret-docid"):
        assert words not in page
    assert "fully meets" in page


def test_a_plain_form_keeps_ticks_and_a_note(
    world: Grading, ada_client: Client
) -> None:
    form = world.form(1, "3", ticks=world.ticks(2, 0), note="see the table")
    world.submit(ada_client, form, 1)
    assert kept().value == "3"
    assert kept().details == {"ticks": world.ticks(0, 2), "note": "see the table"}
    page = body_of(ada_client, world.page(1))
    assert select(page, '[data-value="3"][data-seen="1"][data-note="see the table"]')


def test_a_stale_plain_form_is_shown_both_versions(
    world: Grading, ada_client: Client
) -> None:
    world.submit(ada_client, world.form(0, "1"))
    late = world.form(0, "4", ticks=world.ticks(1), note="mine")
    page = world.submit(ada_client, late).content.decode()
    assert "In another window it is now <strong>1</strong>" in page
    mine = "4 perfectly relevant, with what ports do"
    assert f"Not saved: your label <strong>{mine}" in page
    assert (kept().value, kept().details) == ("1", {"ticks": []})


@pytest.mark.parametrize("bad", [{"ticks": [str(uuid4())]}, {"note": "x" * 2_001}])
def test_bad_ticks_and_notes_are_refused(
    world: Grading, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = world.submit(ada_client, world.form(**bad))
    assert r.status_code == 422
    assert "Not saved." in r.content.decode()
    r = world.send(ada_client, world.json(**bad))
    assert (r.status_code, r.json().keys()) == (400, bad.keys())
    assert not RelevanceLabel.objects.exists()


def test_a_script_keeps_ticks_and_a_note(world: Grading, ada_client: Client) -> None:
    body = world.json(0, "4", ticks=world.ticks(3, 1), note="both")
    r = world.send(ada_client, body)
    assert r.status_code == 200
    assert r.json().keys() == {"version", "value", "saved_at"}
    assert kept().details == {"ticks": world.ticks(1, 3), "note": "both"}
    assert world.send(ada_client, body).json() == r.json()


def test_ticks_are_kept_before_there_is_a_grade(
    world: Grading, ada_client: Client
) -> None:
    first = world.json(0, "", ticks=world.ticks(1))
    world.send(ada_client, first)
    assert (kept().value, kept().details) == ("", {"ticks": world.ticks(1)})
    assert progress_of([world.work])[world.work.pk].done == 0
    assert ada_client.get(world.base)["Location"] == world.page(0)
    r = world.send(ada_client, world.json(0, "2", seen=0, after=first["key"]))
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_a_stale_script_is_told_the_ticks_and_the_note(
    world: Grading, ada_client: Client
) -> None:
    world.send(ada_client, world.json(0, "3", ticks=world.ticks(0, 1), note="n"))
    r = world.send(ada_client, world.json(0, "0"))
    assert r.status_code == 409
    stands = {"version": 1, "value": "3", "ticks": world.ticks(0, 1), "note": "n"}
    words = "It is now: 3 highly relevant, 2 ticked, note “n”."
    why = {"detail": OVERTAKEN, "stands": words}
    assert r.json() == {**stands, "highlights": [], **why}


def test_only_segments_of_the_work_are_reached(
    world: Grading, ada_client: Client
) -> None:
    stray = make_segment(world.track, "not pooled")
    foreign = make_segment(make_track(), "foreign")
    for uuid in (stray.uuid, foreign.uuid, uuid4()):
        r = world.send(ada_client, world.json(segment=str(uuid)))
        assert r.status_code == 404
        assert ada_client.get(f"{world.base}{uuid}/").status_code == 404
        r = ada_client.post(f"{world.base}{uuid}/label/", world.form())
        assert r.status_code == 404
    assert not RelevanceLabel.objects.exists()


def test_a_tick_of_another_topic_is_refused(world: Grading, ada_client: Client) -> None:
    part = make_part(make_topic(world.track, "15"), "elsewhere")
    r = world.send(ada_client, world.json(ticks=[str(part.uuid)]))
    assert (r.status_code, r.json().keys()) == (400, {"ticks"})
    r = world.send(ada_client, world.json(ticks=["a"]))
    assert (r.status_code, r.json().keys()) == (400, {"ticks"})
    assert not RelevanceLabel.objects.exists()


def test_progress_is_only_of_the_pool(world: Grading, ada: User) -> None:
    ada_judge = make_person(ada, world.track)
    stray = make_segment(world.track, "stray")
    for segment in (world.segments[0], stray):
        make_label(RELEVANCE, ada_judge, world.topic, segment, value="0")
    progress = progress_of([world.work])[world.work.pk]
    assert tuple(progress)[:2] == (1, 3)
    assert progress == read_sheet(world.work).progress


def test_queries_do_not_grow_with_segments_or_work(
    world: Grading,
    ada: User,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    more = [make_segment(world.track, f"more#{n}") for n in range(18)]
    make_ranked(world.track, world.topic, "more", *more)
    for number in range(20, 26):
        topic = make_topic(world.track, str(number))
        make_ranked(world.track, topic, f"run-{number}", *more)
        make_allocation(topic, ada, work="relevance")
    world.send(ada_client, world.json(0))
    with django_assert_max_num_queries(15):
        assert ada_client.get(world.page()).status_code == 200
    with django_assert_max_num_queries(19):
        assert world.send(ada_client, world.json(1)).status_code == 200
    works = list(Allocation.objects.select_related("topic", "track"))
    with django_assert_max_num_queries(2):
        assert len(progress_of(works)) == 7
