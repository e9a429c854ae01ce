"""The relevance screen: its pages, its plain form, its writes by script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.kernel.order import order_key
from assess.models import Allocation, Change, Judge, RelevanceLabel
from assess.relevance.kind import RELEVANCE
from assess.relevance.pool import is_judged
from assess.relevance.progress import relevance_progress
from assess.relevance.screen import topics_with_runs
from assess.relevance.work import read_sheet
from assess.screens import progress_of
from assess.work.actions import finish_if_done
from runs.models import (
    Citation,
    Conversation,
    PtkbStatement,
    RankedList,
    Segment,
    Subnarrative,
    Topic,
    Track,
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

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PARTS = ("how ice forms", "what ports do", "what it costs", "bubblers")


class World(NamedTuple):
    """Ada's work: three segments of a topic with four sub-narratives."""

    track: Track
    topic: Topic
    parts: list[Subnarrative]
    segments: list[Segment]
    work: Allocation

    @property
    def base(self) -> str:
        return f"/work/{self.work.uuid}/relevance/"

    @property
    def api(self) -> str:
        return f"/api/work/{self.work.uuid}/relevance/"

    def page(self, place: int = 0) -> str:
        return f"{self.base}{self.segments[place].uuid}/"

    def ticks(self, *places: int) -> list[str]:
        return [str(self.parts[place].uuid) for place in places]

    def form(self, value: str = "2", **rest: object) -> dict[str, Any]:
        return {"value": value, "key": str(uuid4()), "seen": 0} | rest

    def json(
        self, place: int = 0, /, value: str = "2", **rest: object
    ) -> dict[str, Any]:
        segment = {"segment": str(self.segments[place].uuid)}
        return segment | self.form(value) | rest

    def label_all(self, judge: Judge, value: str = "1") -> None:
        for segment in self.segments:
            make_label(RELEVANCE, judge, self.topic, segment, value=value)


def make_part(topic: Topic, text: str, position: int = 0) -> Subnarrative:
    return Subnarrative.objects.create(
        topic=topic, text=text, folded=text.casefold(), position=position
    )


def make_ranked(track: Track, topic: Topic, name: str, *segments: Segment) -> None:
    RankedList.objects.create(
        run=make_run(track, name, group="secret", task="r"),
        topic=topic,
        segment_ids=[segment.pk for segment in segments],
        scores=[1.0 - place / 100 for place in range(len(segments))],
    )


@pytest.fixture
def world(ada: User) -> World:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    parts = [make_part(topic, text, place) for place, text in enumerate(PARTS)]
    segments = [make_segment(track, f"doc#{place}") for place in range(3)]
    make_ranked(track, topic, "hidden-r", *segments[:2])
    make_response(make_run(track, "hidden-g"), topic, cites=segments[2])
    work = make_allocation(topic, ada, kind="relevance")
    segments.sort(key=lambda segment: order_key(work.seed, segment.uuid))
    return World(track, topic, parts, segments, work)


def post(client: Client, world: World, body: dict[str, Any]) -> Answer:
    return client.post(world.api, body, content_type="application/json")


def body_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def kept() -> RelevanceLabel:
    return RelevanceLabel.objects.get()


def test_it_shows_the_topic_its_parts_and_one_segment(
    world: World, ada_client: Client
) -> None:
    Segment.objects.filter(pk=world.segments[0].pk).update(
        title="Ice in the basin", url="https://example.org/ice", headings="Ice\nBasin"
    )
    page = body_of(ada_client, world.page())
    assert "Why do harbours freeze?" in page
    for words in (*PARTS, "Ice in the basin", "Salt water freezes late."):
        assert words in page
    assert 'href="https://example.org/ice"' in page
    assert "1 of 3 · 0 graded" in page
    assert f'name="ticks" value="{world.parts[2].uuid}"  data-key="d"' in page
    for grade in RELEVANCE.scale(world.track):
        assert f'value="{grade.value}" data-key="{grade.key}"' in page


def test_a_segments_address_is_a_link_only_to_the_web(
    world: World, ada_client: Client
) -> None:
    Segment.objects.filter(pk=world.segments[0].pk).update(url="javascript:alert(1)")
    page = body_of(ada_client, world.page())
    assert "javascript:alert(1)" in page
    assert 'href="javascript' not in page


def test_it_names_no_run_no_group_and_no_other_judge(
    world: World, bea: User, ada_client: Client
) -> None:
    world.label_all(make_judge(world.track, "sentinel-machine"), "4")
    world.label_all(make_person(bea, world.track), "3")
    page = body_of(ada_client, world.page())
    for hidden in ("hidden-", "secret", "sentinel-machine"):
        assert hidden not in page
    assert 'data-value="" data-seen="0"' in page
    assert 'aria-pressed="true"' not in page


def test_others_labels_add_nothing_to_the_pool(world: World) -> None:
    stray = make_segment(world.track, "judged-only")
    make_label(RELEVANCE, make_judge(world.track), world.topic, stray, value="4")
    assert len(read_sheet(world.work).items) == 3


def test_reading_writes_nothing(world: World, ada_client: Client) -> None:
    for address in (world.base, world.page(), f"{world.base}recent/"):
        ada_client.get(address)
    assert not Judge.objects.exists()
    assert not RelevanceLabel.objects.exists()


def test_the_pool_is_what_is_cited_first_or_ranked_to_the_depth(world: World) -> None:
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
    judged = {
        each.pk for each in everything if is_judged(each, world.topic, world.track)
    }
    assert judged == pks


def test_only_visible_runs_bring_segments(world: World) -> None:
    segment = make_segment(world.track, "unseen")
    make_ranked(world.track, world.topic, "gone", segment)
    run = world.track.runs.get(name="gone")
    type(run).objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert segment.pk not in {item.pk for item in read_sheet(world.work).items}


def test_a_late_run_moves_no_segment(world: World) -> None:
    before = [item.uuid for item in read_sheet(world.work).items]
    late = [make_segment(world.track, f"late#{n}") for n in range(8)]
    make_ranked(world.track, world.topic, "late", *late)
    after = [item.uuid for item in read_sheet(world.work).items]
    assert len(after) == 11
    assert [uuid for uuid in after if uuid in before] == before


def test_the_work_goes_on_at_the_first_segment_without_a_grade(
    world: World, ada: User, ada_client: Client
) -> None:
    r = ada_client.get(f"/work/{world.work.uuid}/", follow=True)
    assert r.redirect_chain[-1][0] == world.page(0)
    judge = make_person(ada, world.track)
    make_label(RELEVANCE, judge, world.topic, world.segments[0], value="0")
    assert ada_client.get(world.base)["Location"] == world.page(1)
    page = body_of(ada_client, world.page(1))
    assert "2 of 3 · 1 graded" in page
    assert f'data-then="{world.page(2)}"' in page


def test_a_topic_without_segments_says_so(
    world: World, ada: User, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    work = make_allocation(topic, ada, kind="relevance")
    assert "Not ready yet" in body_of(ada_client, f"/work/{work.uuid}/relevance/")
    assert tuple(relevance_progress([work])[work.pk])[:2] == (0, 0)
    assert finish_if_done(work, now=NOW).total == 0
    assert Allocation.objects.get(pk=work.pk).finished_at is None


def test_topics_with_runs_can_be_handed_out(world: World) -> None:
    make_topic(world.track, "15")
    assert list(topics_with_runs(world.track, "")) == [world.topic]


def test_ticks_propose_a_grade_without_a_script_too(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world, world.json(0, "", ticks=world.ticks(0, 3)))
    page = body_of(ada_client, world.page())
    assert 'value="3" data-key="3" aria-pressed="false" class="proposed"' in page
    assert 'data-proposes="2 3 3 4"' in page
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
    work = make_allocation(topic, ada, kind="relevance")
    page = ada_client.get(f"/work/{work.uuid}/", follow=True).content.decode()
    for words in ("I own a trawler.", "Do ports freeze?", "What do they cost?"):
        assert words in page
    for words in ("never shown", 'type="checkbox"', 'data-key="Enter"', "secret-docid"):
        assert words not in page
    assert "fully meets" in page


def test_a_plain_form_keeps_a_grade_and_goes_on(
    world: World, ada_client: Client
) -> None:
    form = world.form("3", ticks=world.ticks(2, 0), note="see the table")
    r = ada_client.post(f"{world.page(1)}label/", form)
    assert (r.status_code, r["Location"]) == (302, world.page(2))
    assert kept().value == "3"
    assert kept().details == {"ticks": world.ticks(0, 2), "note": "see the table"}
    page = body_of(ada_client, world.page(1))
    assert 'data-value="3" data-seen="1" data-note="see the table"' in page


def test_a_plain_form_sent_twice_counts_once(world: World, ada_client: Client) -> None:
    form = world.form()
    for _ in range(2):
        assert ada_client.post(f"{world.page()}label/", form).status_code == 302
    assert Change.objects.count() == 1


def test_a_plain_form_takes_a_grade_back(world: World, ada_client: Client) -> None:
    ada_client.post(f"{world.page()}label/", world.form())
    r = ada_client.post(f"{world.page()}label/", world.form("", seen=1))
    assert r["Location"] == world.page()
    assert kept().value == ""


def test_a_stale_plain_form_is_shown_both_versions(
    world: World, ada_client: Client
) -> None:
    ada_client.post(f"{world.page()}label/", world.form("1"))
    late = world.form("4", ticks=world.ticks(1), note="mine")
    r = ada_client.post(f"{world.page()}label/", late)
    page = r.content.decode()
    assert r.status_code == 409
    assert "stands as shown here, at 1" in page
    assert "Yours was not kept: 4 perfectly relevant, with what ports do" in page
    assert kept().value == "1"


@pytest.mark.parametrize(
    "bad",
    [
        {"value": "9"},
        {"key": "1"},
        {"seen": -1},
        {"ticks": [str(uuid4())]},
        {"note": "x" * 2_001},
    ],
)
def test_bad_input_is_refused(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = ada_client.post(f"{world.page()}label/", world.form(**bad))
    assert r.status_code == 422
    assert "The label was not kept" in r.content.decode()
    r = post(ada_client, world, world.json(**bad))
    assert r.status_code == 400
    assert r.json().keys() == bad.keys()
    assert not RelevanceLabel.objects.exists()


@pytest.mark.parametrize(
    "bad",
    [
        {"value": None},
        {"segment": "5"},
        {"ticks": ["a"]},
        {"active_ms": -1},
        {"client_time": "noon"},
    ],
)
def test_a_script_is_refused_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = post(ada_client, world, world.json(**bad))
    assert (r.status_code, r.json().keys()) == (400, bad.keys())
    assert not RelevanceLabel.objects.exists()


def test_a_script_keeps_a_grade_with_its_ticks(
    world: World, ada_client: Client
) -> None:
    times = {"client_time": "2026-03-01T12:00:00.123Z", "active_ms": 900}
    body = world.json(0, "4", ticks=world.ticks(3, 1), note="both", **times)
    r = post(ada_client, world, body)
    assert r.status_code == 200
    assert r.json().keys() == {"version", "value", "saved_at"}
    assert kept().details == {"ticks": world.ticks(1, 3), "note": "both"}
    assert Change.objects.get().active_ms == 900
    assert post(ada_client, world, body).json() == r.json()
    assert Change.objects.count() == 1


def test_ticks_are_kept_before_there_is_a_grade(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world, world.json(0, "", ticks=world.ticks(1)))
    assert (kept().value, kept().details) == ("", {"ticks": world.ticks(1)})
    assert progress_of([world.work])[world.work.pk].done == 0
    assert ada_client.get(world.base)["Location"] == world.page(0)


def test_a_script_may_name_the_queued_action_before(
    world: World, ada_client: Client
) -> None:
    first = world.json(0, "", ticks=world.ticks(1))
    post(ada_client, world, first)
    r = post(ada_client, world, world.json(0, "2", seen=0, after=first["key"]))
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_a_stale_script_is_told_how_the_label_stands(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world, world.json(0, "3", ticks=world.ticks(0, 1), note="n"))
    r = post(ada_client, world, world.json(0, "0"))
    assert r.status_code == 409
    stands = {"version": 1, "value": "3", "ticks": world.ticks(0, 1), "note": "n"}
    assert r.json() == {**stands, "highlights": []}
    r = post(ada_client, world, world.json(1, "0", seen=4))
    empty = {"version": 0, "value": "", "ticks": [], "note": "", "highlights": []}
    assert r.json() == empty


def test_a_script_may_not_use_a_key_for_two_labels(
    world: World, ada_client: Client
) -> None:
    body = world.json(0)
    post(ada_client, world, body)
    r = post(ada_client, world, world.json(1, key=body["key"]))
    assert (r.status_code, r.json().keys()) == (400, {"key"})


def test_only_segments_of_the_work_are_reached(
    world: World, ada_client: Client
) -> None:
    stray = make_segment(world.track, "not pooled")
    foreign = make_segment(make_track(), "foreign")
    for uuid in (stray.uuid, foreign.uuid, uuid4()):
        r = post(ada_client, world, world.json(segment=str(uuid)))
        assert r.status_code == 404
        assert ada_client.get(f"{world.base}{uuid}/").status_code == 404
        r = ada_client.post(f"{world.base}{uuid}/label/", world.form())
        assert r.status_code == 404
    assert not RelevanceLabel.objects.exists()


def test_a_tick_of_another_topic_is_refused(world: World, ada_client: Client) -> None:
    part = make_part(make_topic(world.track, "15"), "elsewhere")
    r = post(ada_client, world, world.json(ticks=[str(part.uuid)]))
    assert (r.status_code, r.json().keys()) == (400, {"ticks"})


def test_it_hides_the_work_of_another_assessor(
    world: World, bea_client: Client
) -> None:
    for address in (world.base, world.page(), f"{world.base}recent/"):
        assert bea_client.get(address).status_code == 404
    assert bea_client.post(f"{world.page()}label/", world.form()).status_code == 404
    assert bea_client.post(f"{world.base}finish/").status_code == 404
    assert post(bea_client, world, world.json()).status_code == 404
    assert not RelevanceLabel.objects.exists()


def test_work_that_was_taken_back_is_gone(world: World, ada_client: Client) -> None:
    Allocation.objects.update(released_at=NOW)
    assert ada_client.get(world.page()).status_code == 404
    r = post(ada_client, world, world.json())
    assert r.status_code == 404
    assert "taken back" in r.json()["detail"]


def test_it_rejects_the_wrong_method(world: World, ada_client: Client) -> None:
    for address in (world.base, world.page(), f"{world.base}recent/"):
        assert ada_client.post(address).status_code == 405
    for address in (f"{world.page()}label/", f"{world.base}finish/", world.api):
        assert ada_client.get(address).status_code == 405


def test_it_sends_the_anonymous_to_sign_in(world: World, client: Client) -> None:
    assert client.get(world.base)["Location"].startswith("/accounts/sign-in/")
    r = client.get(world.page(), headers={"X-Assay-User": str(uuid4())})
    assert r.status_code == 401
    assert post(client, world, world.json()).status_code == 401


def test_one_persons_page_never_judges_for_another(
    world: World, bea: User, ada_client: Client
) -> None:
    r = ada_client.post(
        world.api,
        world.json(),
        content_type="application/json",
        headers={"X-Assay-User": str(bea.uuid)},
    )
    assert r.status_code == 401
    assert not RelevanceLabel.objects.exists()


def test_the_last_twenty_grades_are_listed_latest_first(
    world: World, ada_client: Client
) -> None:
    more = [make_segment(world.track, f"more#{n}") for n in range(20)]
    make_ranked(world.track, world.topic, "more", *more)
    items = read_sheet(world.work).items
    for item in items[:22]:
        post(ada_client, world, world.json(segment=str(item.uuid)))
    post(ada_client, world, world.json(0, "", segment=str(items[21].uuid), seen=1))
    page = body_of(ada_client, f"{world.base}recent/")
    places = [page.find(str(item.uuid)) for item in items]
    listed = places[20:0:-1]
    assert listed == sorted(listed)
    assert min(listed) > 0
    assert places[0] == places[21] == -1


def test_finishing_asks_for_what_is_left_and_then_closes_the_work(
    world: World, ada: User, ada_client: Client
) -> None:
    r = ada_client.post(f"{world.base}finish/")
    assert r.status_code == 409
    assert "3 segments left" in r.content.decode()
    world.label_all(make_person(ada, world.track))
    assert "Every segment is graded" in body_of(ada_client, world.base)
    assert ada_client.post(f"{world.base}finish/")["Location"] == "/"
    assert Allocation.objects.get().finished_at is not None
    r = post(ada_client, world, world.json(0, "4", seen=1))
    assert r.status_code == 200


def test_progress_is_each_persons_own_and_only_of_the_pool(
    world: World, ada: User, bea: User
) -> None:
    world.label_all(make_person(bea, world.track))
    world.label_all(make_judge(world.track))
    ada_judge = make_person(ada, world.track)
    stray = make_segment(world.track, "stray")
    for segment in (world.segments[0], stray):
        make_label(RELEVANCE, ada_judge, world.topic, segment, value="0")
    progress = relevance_progress([world.work])[world.work.pk]
    assert tuple(progress)[:2] == (1, 3)
    assert progress == read_sheet(world.work).progress


def test_queries_do_not_grow_with_segments_or_work(
    world: World,
    ada: User,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    more = [make_segment(world.track, f"more#{n}") for n in range(18)]
    make_ranked(world.track, world.topic, "more", *more)
    for number in range(20, 26):
        topic = make_topic(world.track, str(number))
        make_ranked(world.track, topic, f"run-{number}", *more)
        make_allocation(topic, ada, kind="relevance")
    post(ada_client, world, world.json(0))
    with django_assert_max_num_queries(15):
        assert ada_client.get(world.page()).status_code == 200
    with django_assert_max_num_queries(19):
        assert post(ada_client, world, world.json(1)).status_code == 200
    works = list(Allocation.objects.select_related("topic"))
    with django_assert_max_num_queries(7):
        assert len(relevance_progress(works)) == 7
