"""The support screen: its pages, its plain form, its writes by script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.forms.allocations import work_choices
from assess.kernel.order import order_key
from assess.models import Allocation, Change, Judge, SupportLabel
from assess.screens import Progress
from assess.support.kind import SUPPORT
from assess.support.progress import support_progress
from assess.support.work import (
    Unasked,
    read_sheet,
    topics_with_citations,
)
from assess.work.actions import finish_if_done
from runs.models import Citation, Response, Segment, Topic, Track
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

FULL, PARTIAL, NO = "full_support", "partial_support", "no_support"
SENTENCES = ("Fresh water floats.", "It freezes first.", "So they say.", "And more.")


class World(NamedTuple):
    """Ada's work: two responses, each with two citations to judge."""

    track: Track
    topic: Topic
    segments: list[Segment]
    responses: list[Response]
    work: Allocation

    @property
    def base(self) -> str:
        return f"/work/{self.work.uuid}/support/"

    @property
    def api(self) -> str:
        return f"/api/work/{self.work.uuid}/support/"

    def page(self, place: int = 0) -> str:
        return f"{self.base}{self.responses[place].uuid}/"

    def citation(self, place: int = 0, sentence: int = 0) -> Citation:
        return citation_of(self.responses[place], sentence)

    def form(
        self, sentence: int = 0, /, value: str = FULL, **rest: object
    ) -> dict[str, Any]:
        return {
            "citation": str(self.citation(0, sentence).uuid),
            "value": value,
            "key": str(uuid4()),
            "seen": 0,
        } | rest

    def label_all(self, judge: Judge, value: str = NO) -> None:
        for citation in Citation.objects.filter(position=0).exclude(segment__text=""):
            make_label(SUPPORT, judge, citation, value=value)


def citation_of(response: Response, sentence: int, position: int = 0) -> Citation:
    return Citation.objects.get(
        sentence__response=response, sentence__position=sentence, position=position
    )


def cite(response: Response, sentence: int, *segments: Segment) -> None:
    row = response.sentences.get(position=sentence)
    for position, segment in enumerate(segments):
        Citation.objects.create(sentence=row, position=position, segment=segment)


def make_cited(
    topic: Topic, name: str, segments: list[Segment], *, group: str = "secret"
) -> Response:
    """Make four sentences: two cite, one cites a segment without text, one nothing."""
    response = make_response(make_run(topic.track, name, group=group), topic, SENTENCES)
    cite(response, 0, segments[0], segments[1])
    cite(response, 1, segments[1])
    cite(response, 2, segments[2])
    return response


def make_segments(track: Track) -> list[Segment]:
    return [
        make_segment(track, "doc#1", "Fresh water is lighter than salt water."),
        make_segment(track, "doc#2", "Harbours freeze in hard winters."),
        make_segment(track, "doc#3", ""),
    ]


@pytest.fixture
def world(ada: User) -> World:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    work = make_allocation(topic, ada, kind="support")
    segments = make_segments(track)
    responses = [make_cited(topic, f"hidden-{name}", segments) for name in "ab"]
    responses.sort(key=lambda response: order_key(work.seed, response.uuid))
    return World(track, topic, segments, responses, work)


def judge_citations(track: Track, which: str) -> None:
    """Set how many of a sentence's citations a track has judged."""
    setting = 'citations_judged = "first"'
    assert setting in track.profile_text
    track.profile_text = track.profile_text.replace(
        setting, f"citations_judged = {which}"
    )
    track.save(update_fields=["profile_text"])


def post(client: Client, world: World, body: dict[str, Any]) -> Answer:
    return client.post(world.api, body, content_type="application/json")


def body_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_it_shows_a_whole_response_with_every_passage_to_be_judged(
    world: World, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    places = [page.index(f'"sentence" dir="auto">{text}') for text in SENTENCES]
    assert places == sorted(places)
    assert "Why do harbours freeze?" in page
    assert "response 1 of 2 · 0 of 4 labels" in page
    assert page.count('class="pair"') == 2
    assert "Fresh water is lighter than salt water." in page


def test_sentences_without_a_citation_are_passed(
    world: World, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    assert page.count('class="passed"') == 2
    assert page.count("no citation") == 1
    assert read_sheet(world.work).unasked.sentences == 2


def test_a_citation_without_text_is_shown_and_not_asked(
    world: World, ada_client: Client
) -> None:
    assert body_of(ada_client, world.page()).count("text not imported") == 1
    assert read_sheet(world.work).unasked.citations == 2
    body = world.form(2)
    assert post(ada_client, world, body).status_code == 404
    assert not SupportLabel.objects.exists()


@pytest.mark.parametrize(("which", "pairs"), [('"first"', 2), ('"all"', 3), ("2", 3)])
def test_the_profile_says_how_many_citations_are_judged(
    world: World, ada_client: Client, which: str, pairs: int
) -> None:
    judge_citations(world.track, which)
    page = body_of(ada_client, world.page())
    assert page.count('class="pair"') == pairs
    assert ("· passage 2 of 2" in page) == (pairs == 3)
    work = Allocation.objects.get()
    assert read_sheet(work).progress.total == 2 * pairs
    assert support_progress([work]) == {work.pk: read_sheet(work).progress}
    second = str(citation_of(world.responses[0], 0, 1).uuid)
    r = post(ada_client, world, world.form(citation=second))
    assert r.status_code == (200 if pairs == 3 else 404)


def test_a_response_that_cites_nothing_is_counted_not_shown(
    world: World, ada_client: Client
) -> None:
    silent = make_response(make_run(world.track, "silent"), world.topic)
    assert ada_client.get(f"{world.base}{silent.uuid}/").status_code == 404
    assert read_sheet(world.work).unasked == Unasked(4, 2, 1)


def test_it_names_no_run_and_no_group_and_no_machine(
    world: World, ada_client: Client
) -> None:
    world.label_all(make_judge(world.track, "sentinel-machine"), PARTIAL)
    page = body_of(ada_client, world.page())
    assert "hidden-" not in page
    assert "secret" not in page
    assert "sentinel-machine" not in page
    assert f'data-value="{PARTIAL}" data-seen' not in page


def test_reading_writes_nothing(world: World, ada_client: Client) -> None:
    ada_client.get(world.base)
    ada_client.get(world.page())
    assert not Judge.objects.exists()
    assert not SupportLabel.objects.exists()


def test_the_work_goes_on_at_the_first_response_with_something_left(
    world: World, ada: User, ada_client: Client
) -> None:
    r = ada_client.get(f"/work/{world.work.uuid}/", follow=True)
    assert r.redirect_chain[-1][0] == world.page(0)
    judge = make_person(ada, world.track)
    for sentence in range(2):
        make_label(SUPPORT, judge, world.citation(0, sentence), value=NO)
    assert ada_client.get(world.base)["Location"] == world.page(1)
    page = body_of(ada_client, world.page(1))
    assert "response 2 of 2 · 2 of 4 labels" in page
    assert f'data-then="{world.base}"' in page


def test_a_late_run_moves_no_response(world: World) -> None:
    before = [response.uuid for response in read_sheet(world.work).responses]
    for number in range(8):
        make_cited(world.topic, f"late-{number}", world.segments)
    after = [response.uuid for response in read_sheet(world.work).responses]
    assert len(after) == 10
    assert [uuid for uuid in after if uuid in before] == before


def test_only_responses_of_visible_runs_are_judged(world: World) -> None:
    late = make_cited(world.topic, "landing", world.segments).run
    gone = make_cited(world.topic, "gone", world.segments).run
    type(late).objects.filter(pk=late.pk).update(landed_at=None)
    type(gone).objects.filter(pk=gone.pk).update(deleted_at=NOW)
    assert list(read_sheet(world.work).responses) == world.responses
    assert support_progress([world.work]) == {world.work.pk: Progress(0, 4)}


def test_a_topic_without_citations_says_so(
    world: World, ada: User, ada_client: Client
) -> None:
    bare = make_allocation(make_topic(world.track, "15"), ada, kind="support")
    page = body_of(ada_client, f"/work/{bare.uuid}/support/")
    assert "No response to topic 15 cites" in page
    Segment.objects.update(text="")
    assert "have no text here yet" in body_of(ada_client, world.base)


def test_only_topics_with_something_to_judge_are_handed_out(world: World) -> None:
    make_response(make_run(world.track, "silent"), make_topic(world.track, "15"))
    assert list(topics_with_citations(world.track, "")) == [world.topic]
    choice = ("Support", [("support:", "Support")])
    assert choice in work_choices(world.track)
    Segment.objects.update(text="")
    assert choice not in work_choices(world.track)


def test_a_plain_form_keeps_a_label(world: World, ada_client: Client) -> None:
    citation = world.citation(0, 1)
    r = ada_client.post(f"{world.page()}label/", world.form(1, PARTIAL))
    assert r.status_code == 302
    assert r["Location"] == f"{world.page()}#pair-{citation.uuid}"
    label = SupportLabel.objects.get()
    assert (label.value, label.citation, label.round) == (PARTIAL, citation, 0)
    assert f'data-value="{PARTIAL}" data-seen="1"' in body_of(ada_client, world.page())


def test_a_plain_form_sent_twice_counts_once(world: World, ada_client: Client) -> None:
    form = world.form()
    for _ in range(2):
        assert ada_client.post(f"{world.page()}label/", form).status_code == 302
    assert Change.objects.count() == 1


def test_a_plain_form_takes_a_label_back(world: World, ada_client: Client) -> None:
    ada_client.post(f"{world.page()}label/", world.form())
    ada_client.post(f"{world.page()}label/", world.form(value="", seen=1))
    assert SupportLabel.objects.get().value == ""


def test_a_stale_plain_form_is_shown_the_label_as_it_stands(
    world: World, ada_client: Client
) -> None:
    ada_client.post(f"{world.page()}label/", world.form())
    r = ada_client.post(f"{world.page()}label/", world.form(value=NO))
    assert r.status_code == 409
    assert "changed since you opened it" in r.content.decode()
    assert f'data-value="{FULL}" data-seen="1"' in r.content.decode()


@pytest.mark.parametrize(
    "bad", [{"value": "perhaps"}, {"key": "1"}, {"seen": -1}, {"citation": ""}]
)
def test_a_plain_form_rejects_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = ada_client.post(f"{world.page()}label/", world.form(**bad))
    assert r.status_code == 422
    assert "The label was not kept" in r.content.decode()
    assert not SupportLabel.objects.exists()


def test_a_script_keeps_a_label(world: World, ada_client: Client) -> None:
    times = {"client_time": "2026-03-01T12:00:00.123Z", "active_ms": 900}
    r = post(ada_client, world, world.form(0, FULL, **times))
    assert r.status_code == 200
    assert r.json().keys() == {"version", "value", "saved_at"}
    assert (r.json()["version"], r.json()["value"]) == (1, FULL)
    assert Change.objects.get().active_ms == 900


def test_a_script_sent_twice_is_answered_the_same(
    world: World, ada_client: Client
) -> None:
    body = world.form()
    first, second = (post(ada_client, world, body) for _ in range(2))
    assert first.json() == second.json()
    assert Change.objects.count() == 1


def test_a_script_may_name_the_queued_action_before(
    world: World, ada_client: Client
) -> None:
    first = world.form()
    post(ada_client, world, first)
    r = post(ada_client, world, world.form(0, NO, seen=0, after=first["key"]))
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_a_stale_script_is_told_how_the_label_stands(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world, world.form())
    r = post(ada_client, world, world.form(0, NO))
    assert r.status_code == 409
    assert r.json() == {"version": 1, "value": FULL}
    r = post(ada_client, world, world.form(1, NO, seen=4))
    assert (r.status_code, r.json()) == (409, {"version": 0, "value": ""})


def test_a_script_may_not_use_a_key_for_two_labels(
    world: World, ada_client: Client
) -> None:
    body = world.form(0)
    post(ada_client, world, body)
    r = post(ada_client, world, world.form(1, key=body["key"]))
    assert r.status_code == 400
    assert "key" in r.json()


@pytest.mark.parametrize(
    "bad",
    [
        {"value": "support"},
        {"value": None},
        {"key": "1"},
        {"seen": -1},
        {"active_ms": -1},
        {"client_time": "noon"},
        {"citation": "5"},
    ],
)
def test_a_script_is_refused_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = post(ada_client, world, world.form(**bad))
    assert r.status_code == 400
    assert r.json().keys() == bad.keys()
    assert not SupportLabel.objects.exists()


def test_a_script_reaches_only_citations_of_the_work(
    world: World, ada_client: Client
) -> None:
    other = make_cited(make_topic(world.track, "15"), "run-c", world.segments)
    for stray in (citation_of(other, 0).uuid, uuid4()):
        r = post(ada_client, world, world.form(citation=str(stray)))
        assert r.status_code == 404
    assert not SupportLabel.objects.exists()


def test_it_hides_the_work_of_another_assessor(
    world: World, bea_client: Client
) -> None:
    for address in (world.base, world.page(), f"/work/{world.work.uuid}/"):
        assert bea_client.get(address).status_code == 404
    assert bea_client.post(f"{world.page()}label/", world.form()).status_code == 404
    assert bea_client.post(f"{world.base}finish/").status_code == 404
    assert post(bea_client, world, world.form()).status_code == 404
    assert not SupportLabel.objects.exists()


def test_it_hides_a_response_of_another_topic(world: World, ada_client: Client) -> None:
    other = make_cited(make_topic(world.track, "15"), "run-c", world.segments)
    assert ada_client.get(f"{world.base}{other.uuid}/").status_code == 404


def test_work_of_another_kind_has_no_support_page(
    world: World, ada: User, ada_client: Client
) -> None:
    other = make_allocation(world.topic, ada, kind="relevance")
    assert ada_client.get(f"/work/{other.uuid}/support/").status_code == 404


def test_work_that_was_taken_back_is_gone(world: World, ada_client: Client) -> None:
    Allocation.objects.update(released_at=NOW)
    assert ada_client.get(world.page()).status_code == 404
    r = post(ada_client, world, world.form())
    assert r.status_code == 404
    assert "taken back" in r.json()["detail"]


def test_it_rejects_the_wrong_method(world: World, ada_client: Client) -> None:
    assert ada_client.post(world.base).status_code == 405
    assert ada_client.post(world.page()).status_code == 405
    assert ada_client.get(f"{world.page()}label/").status_code == 405
    assert ada_client.get(f"{world.base}finish/").status_code == 405
    assert ada_client.get(world.api).status_code == 405


def test_it_sends_the_anonymous_to_sign_in(world: World, client: Client) -> None:
    assert client.get(world.base)["Location"].startswith("/accounts/sign-in/")
    r = client.get(world.page(), headers={"X-Assay-User": str(uuid4())})
    assert r.status_code == 401
    assert post(client, world, world.form()).status_code == 401


def test_a_script_needs_the_csrf_token(world: World, ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert post(strict, world, world.form()).status_code == 403


def test_finishing_asks_for_what_is_left(world: World, ada_client: Client) -> None:
    r = ada_client.post(f"{world.base}finish/")
    assert r.status_code == 409
    assert "4 labels left" in r.content.decode()
    assert Allocation.objects.get().finished_at is None


def test_finishing_closes_the_work_once_every_label_is_given(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(make_person(ada, world.track))
    page = body_of(ada_client, world.base)
    assert "Every label is given" in page
    assert "citations whose text is not imported" in page
    assert ada_client.post(f"{world.base}finish/")["Location"] == "/"
    finished = Allocation.objects.get().finished_at
    assert finished is not None
    ada_client.post(f"{world.base}finish/")
    assert Allocation.objects.get().finished_at == finished
    assert "Finished" in body_of(ada_client, world.base)
    r = post(ada_client, world, world.form(0, FULL, seen=1))
    assert r.status_code == 200


def test_work_without_items_is_not_finished(world: World) -> None:
    Response.objects.all().delete()
    finish_if_done(world.work, now=NOW)
    assert Allocation.objects.get().finished_at is None


def test_each_round_has_labels_of_its_own(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(make_person(ada, world.track))
    Allocation.objects.update(round=1)
    again = Allocation.objects.select_related("track").get()
    assert support_progress([again]) == {again.pk: Progress(0, 4)}
    assert post(ada_client, world, world.form()).status_code == 200
    assert support_progress([again]) == {again.pk: read_sheet(again).progress}
    assert SupportLabel.objects.filter(round=1).count() == 1


def test_progress_is_each_persons_own(
    world: World, ada: User, bea: User, ada_client: Client
) -> None:
    world.label_all(make_person(bea, world.track))
    world.label_all(make_judge(world.track))
    assert support_progress([world.work])[world.work.pk].done == 0
    assert "0 of 4 labels" in body_of(ada_client, world.page())


def test_progress_of_several_tracks_follows_each_profile(
    world: World, ada: User, ada_client: Client
) -> None:
    other = make_track(name="Other", profile="ikat24", assessors=[ada])
    topic = make_topic(other)
    make_cited(topic, "all", make_segments(other))
    work = make_allocation(topic, ada, kind="support")
    post(ada_client, world, world.form())
    found = support_progress([world.work, work])
    assert found == {world.work.pk: Progress(1, 4), work.pk: Progress(0, 3)}
    assert "1 of 4 labels" in body_of(ada_client, "/")


def test_a_page_takes_as_many_queries_for_many_items_as_for_few(
    world: World,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(15):
        make_cited(world.topic, f"more-{number}", world.segments)
    with django_assert_max_num_queries(15):
        assert ada_client.get(world.page()).status_code == 200
    post(ada_client, world, world.form(0))
    with django_assert_max_num_queries(16):
        assert post(ada_client, world, world.form(1)).status_code == 200
    with django_assert_max_num_queries(4):
        support_progress([world.work])
