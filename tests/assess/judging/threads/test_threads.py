"""Flags, skips and comments: who writes them, who sees them, and their effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from assess.judging.screens import progress_of
from assess.judging.threads.actions import Words, answer
from assess.kinds.support.items import read_sheet
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Response, Run
from tests.at_once import at_once
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

FULL = "full_support"


class World(NamedTuple):
    """Ada's work on two responses of two citations each, in Omar's track."""

    work: Allocation
    citations: list[Citation]

    @property
    def api(self) -> str:
        return f"/api/work/{self.work.uuid}/threads/"

    @property
    def threads(self) -> str:
        return f"/tracks/{self.work.track.uuid}/threads/"

    def name(self, place: int = 0) -> str:
        return f"support:{self.citations[place].uuid}"

    def said(self, place: int = 0, /, **rest: object) -> dict[str, Any]:
        said = {"kind": "flag", "reason": "broken", "text": "cut off"}
        return said | {"item": self.name(place), "key": str(uuid4())} | rest

    def label(self, client: Client, place: int = 0) -> int:
        body = {
            "citation": str(self.citations[place].uuid),
            "value": FULL,
            "key": str(uuid4()),
            "seen": 0,
        }
        address = f"/api/work/{self.work.uuid}/support/"
        return client.post(address, body, content_type="application/json").status_code

    def page(self, place: int = 0) -> str:
        response = self.citations[place].sentence.response
        return f"/work/{self.work.uuid}/support/{response.uuid}/"


@pytest.fixture
def world(ada: User, bea: User, omar: User) -> World:
    track = make_track(organizer=omar, assessors=[ada, bea])
    topic = make_topic(track)
    passage = make_segment(track, "doc#1")
    for name in "ab":
        run = make_run(track, f"hidden-{name}", task=Run.RAG)
        make_response(run, topic, ("One.", "Two."), cites=passage)
    work = make_allocation(topic, ada, work="support")
    sheet = read_sheet(work)
    numbers = [one.pk for each in sheet.items for one in sheet.citations[each.pk]]
    found = Citation.objects.select_related("sentence__response").in_bulk(numbers)
    return World(work, [found[number] for number in numbers])


def post(client: Client, address: str, body: dict[str, Any]) -> Answer:
    return client.post(address, body, content_type="application/json")


def skipped(world: World, client: Client, place: int = 0) -> Thread:
    assert post(client, world.api, world.said(place, kind="skip")).status_code == 200
    return Thread.objects.get(item=world.name(place))


def test_a_flag_is_kept_once_however_often_it_is_sent(
    world: World, ada_client: Client, ada: User
) -> None:
    body = world.said()
    first = post(ada_client, world.api, body)
    assert first.status_code == 200
    assert post(ada_client, world.api, body).json() == first.json()
    remark = Remark.objects.get()
    assert (remark.kind, remark.reason, remark.text) == ("flag", "broken", "cut off")
    assert remark.author == ada
    assert remark.thread.item == world.name()
    assert not remark.thread.skipped


def test_a_key_serves_one_item(world: World, ada_client: Client) -> None:
    body = world.said()
    post(ada_client, world.api, body)
    r = post(ada_client, world.api, body | {"item": world.name(1)})
    assert r.status_code == 422
    assert Remark.objects.count() == 1


def test_what_it_is_about_is_said_without_the_run(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world.api, world.said())
    about = Thread.objects.get().about
    assert about == "Response 1, sentence 1: “doc#1”"


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "answer"},
        {"reason": "nonsense"},
        {"reason": "", "text": ""},
        {"kind": "comment", "text": ""},
        {"key": "1"},
        {"text": "x" * 2_001},
    ],
)
def test_bad_input_is_refused(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    assert post(ada_client, world.api, world.said(**bad)).status_code == 400
    assert not Thread.objects.exists()


@pytest.mark.parametrize("item", ["", "support:1", "1", f"support:{UUID(int=4)}"])
def test_only_items_of_the_work_are_talked_about(
    world: World, ada_client: Client, item: str
) -> None:
    assert post(ada_client, world.api, world.said(item=item)).status_code in (400, 404)


def test_nobody_elses_work_is_talked_about(
    world: World, bea_client: Client, omar_client: Client
) -> None:
    for client in (bea_client, omar_client):
        assert post(client, world.api, world.said()).status_code == 404
    assert post(Client(), world.api, world.said()).status_code in (401, 403)


def test_a_skipped_item_is_passed_by(world: World, ada_client: Client) -> None:
    skipped(world, ada_client, 0)
    skipped(world, ada_client, 1)
    sheet = read_sheet(world.work)
    assert sheet.progress.skipped == 2
    assert sheet.progress.left == 2
    first, second = sheet.items
    assert [sheet.left(first), sheet.passed(first)] == [0, 2]
    assert sheet.first_open() == second
    assert progress_of([world.work])[world.work.pk] == sheet.progress


def test_the_end_lists_what_was_skipped_and_the_work_can_be_finished(
    world: World, ada_client: Client
) -> None:
    skipped(world, ada_client, 0)
    for place in (1, 2, 3):
        assert world.label(ada_client, place) == 200
    page = ada_client.get(f"/work/{world.work.uuid}/support/").content.decode()
    assert "You skipped one item" in page
    assert f"{world.page()}#pair-{world.citations[0].uuid}" in page
    ada_client.post(f"/work/{world.work.uuid}/support/finish/")
    world.work.refresh_from_db()
    assert world.work.finished_at


def test_where_everything_was_skipped_escape_goes_back_to_the_last(
    world: World, ada_client: Client
) -> None:
    for place in range(4):
        skipped(world, ada_client, place)
    page = ada_client.get(f"/work/{world.work.uuid}/support/").content.decode()
    assert f'<a href="{world.page(3)}" data-key="Escape"' in page


def test_labelling_a_skipped_item_takes_it_off_the_list(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    world.label(ada_client)
    thread.refresh_from_db()
    assert not thread.skipped
    assert read_sheet(world.work).progress == (1, 4, "labels", "", False, 0)


def test_an_undone_skip_asks_for_its_item_again(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    undo = {"item": world.name(), "kind": "unskip", "key": str(uuid4())}
    for _time in range(2):
        assert post(ada_client, world.api, undo).status_code == 200
    thread.refresh_from_db()
    assert not thread.skipped
    assert thread.resolved_at  # a slip needs no reply
    assert thread.state == "skip undone"
    assert read_sheet(world.work).progress == (0, 4, "labels", "", False, 0)
    skipped(world, ada_client)
    post(ada_client, world.api, world.said(kind="flag"))
    post(ada_client, world.api, undo | {"key": str(uuid4())})
    stands = Thread.objects.get(pk=thread.pk)
    assert (stands.skipped, stands.resolved_at) == (False, None)


def test_a_skipped_item_that_left_the_work_is_not_counted(
    world: World, ada_client: Client
) -> None:
    skipped(world, ada_client)
    run = world.citations[0].sentence.response.run
    Run.objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert progress_of([world.work])[world.work.pk].skipped == 0


def test_its_assessor_sees_the_thread_on_the_page_and_nobody_else_does(
    world: World, ada_client: Client, bea: User, bea_client: Client
) -> None:
    post(ada_client, world.api, world.said(text="what is this"))
    other = make_allocation(world.work.topic, bea, work="support")
    assert "what is this" in ada_client.get(world.page()).content.decode()
    assert "what is this" not in ada_client.get(world.page(2)).content.decode()
    theirs = world.page().replace(str(world.work.uuid), str(other.uuid))
    assert "what is this" not in bea_client.get(theirs).content.decode()
    assert "what is this" not in bea_client.get("/work/threads/").content.decode()
    assert "what is this" in ada_client.get("/work/threads/").content.decode()


def test_an_organizer_answers_and_the_assessor_reads_it(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    listed = omar_client.get(world.threads).content.decode()
    response = world.citations[0].sentence.response
    track = world.work.track
    assert f"/tracks/{track.uuid}/responses/{response.uuid}/" in listed
    address = f"{world.threads}{thread.uuid}/answer/"
    answer = {"text": "It ends there.", "then": "again", "key": str(uuid4())}
    for _twice in range(2):
        assert omar_client.post(address, answer).status_code == 302
    assert thread.remarks.filter(kind="answer").count() == 1
    thread.refresh_from_db()
    assert not thread.skipped
    page = ada_client.get(world.page()).content.decode()
    assert "It ends there." in page
    assert "answered" in page
    assert "1 answer" in ada_client.get("/").content.decode()
    ada_client.post(f"/work/threads/{thread.uuid}/read/")
    assert "1 answer" not in ada_client.get("/").content.decode()


def test_work_finished_without_an_item_comes_back_when_it_is_asked_for(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    for place in (1, 2, 3):
        world.label(ada_client, place)
    ada_client.post(f"/work/{world.work.uuid}/support/finish/")
    address = f"{world.threads}{thread.uuid}/answer/"
    omar_client.post(address, {"then": "again", "key": str(uuid4())})
    assert Remark.objects.get(kind="answer").text == "Please judge it."
    home = ada_client.get("/").content.decode()
    assert "1 of 4 labels left" in " ".join(home.split())


def test_settling_closes_a_thread_and_another_word_opens_it(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    post(ada_client, world.api, world.said())
    thread = Thread.objects.get()
    address = f"{world.threads}{thread.uuid}/answer/"
    settle = {"then": "settle", "key": str(uuid4())}
    omar_client.post(address, settle, follow=True)
    assert (
        thread.about
        not in omar_client.get(f"{world.threads}?state=open").content.decode()
    )
    post(ada_client, world.api, world.said(kind="comment", text="still"))
    thread.refresh_from_db()
    assert thread.resolved_at is None


def test_an_answer_needs_words(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    thread = skipped(world, ada_client)
    address = f"{world.threads}{thread.uuid}/answer/"
    r = omar_client.post(address, {"then": "answer", "key": str(uuid4())}, follow=True)
    assert "An answer needs words." in r.content.decode()
    assert not Remark.objects.filter(kind="answer").exists()


def test_only_organizers_of_the_track_see_its_threads(
    world: World, ada_client: Client, bea_client: Client, bea: User
) -> None:
    thread = skipped(world, ada_client)
    answer = {"text": "no", "then": "answer", "key": str(uuid4())}
    for client in (ada_client, bea_client):
        assert client.get(world.threads).status_code == 404
        assert (
            client.post(f"{world.threads}{thread.uuid}/answer/", answer).status_code
            == 404
        )
    assert bea_client.post(f"/work/threads/{thread.uuid}/read/").status_code == 404
    elsewhere = make_track(organizer=bea)
    foreign = f"/tracks/{elsewhere.uuid}/threads/{thread.uuid}/answer/"
    assert bea_client.post(foreign, answer).status_code == 404


def test_the_list_is_filtered(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    skipped(world, ada_client)
    post(ada_client, world.api, world.said(1))
    for query, number in (
        ("", 2),
        ("?state=skipped", 1),
        ("?state=settled", 0),
        ("?person=ada&kind=support", 2),
        ("?person=bea", 0),
        ("?kind=relevance", 0),
    ):
        page = omar_client.get(world.threads + query).content.decode()
        assert page.count('class="row thread"') == number, query


def test_the_lists_take_as_many_queries_for_many_threads_as_for_few(
    world: World,
    ada_client: Client,
    omar_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for place in range(4):
        post(ada_client, world.api, world.said(place))
        post(ada_client, world.api, world.said(place, kind="comment"))
    with django_assert_max_num_queries(9):
        assert omar_client.get(world.threads).status_code == 200


def test_it_works_without_script(world: World, ada_client: Client) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    page = ada_client.get(address).content.decode()
    assert page.count('<option value="support:') == 2
    body = world.said(1, kind="skip")
    assert (
        ada_client.post(address, body | {"reason": "", "text": ""}).status_code == 422
    )
    assert ada_client.post(address, body).status_code == 302
    assert Thread.objects.get().skipped
    other = ada_client.post(address, world.said(2))
    assert other.status_code == 422


def test_the_form_hides_foreign_work(world: World, bea_client: Client) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    assert bea_client.get(address).status_code == 404
    assert bea_client.get("/work/threads/").status_code == 200


@pytest.mark.parametrize("asked", ["", "?on=1", f"?on={UUID(int=4)}", "?item=1"])
def test_the_form_needs_an_item(world: World, ada_client: Client, asked: str) -> None:
    address = f"/work/{world.work.uuid}/threads/new/{asked}"
    assert ada_client.get(address).status_code == 404


def test_a_nugget_on_a_response_is_skipped_too(ada: User, ada_client: Client) -> None:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    version = make_version(make_bank(track), topic, ("one", "two"))
    response: Response = make_response(make_run(track, "hidden"), topic)
    work = make_allocation(topic, ada, version.bank)
    nugget: UUID = nuggets_of(version)[0].uuid
    said = {
        "item": f"{response.uuid}:{nugget}",
        "kind": "skip",
        "reason": "between",
        "key": str(uuid4()),
    }
    assert post(ada_client, f"/api/work/{work.uuid}/threads/", said).status_code == 200
    assert Thread.objects.get().about == "Response 1, nugget “one”"
    assert progress_of([work])[work.pk].skipped == 1
    assert progress_of([work])[work.pk].left == 1
    assert not SupportLabel.objects.exists()


def test_pages_gone_back_to_say_another_thing(
    world: World, ada_client: Client, omar_client: Client
) -> None:
    response = world.citations[0].sentence.response.uuid
    address = f"/work/{world.work.uuid}/threads/new/?on={response}"
    said = world.said(0, kind="comment", text="one")
    ada_client.post(address, said)
    ada_client.post(address, said | {"text": "two"})
    thread = Thread.objects.get()
    reply = {"text": "three", "then": "answer", "key": str(uuid4())}
    omar_client.post(f"{world.threads}{thread.uuid}/answer/", reply)
    omar_client.post(f"{world.threads}{thread.uuid}/answer/", reply | {"text": "four"})
    words = thread.remarks.values_list("text", flat=True)
    assert list(words) == ["one", "two", "three", "four"]


def test_an_answer_about_what_left_the_work_can_be_read(
    world: World, ada_client: Client
) -> None:
    thread = skipped(world, ada_client)
    Run.objects.update(deleted_at=NOW)
    address = f"/work/threads/{thread.uuid}/read/"
    reply = ada_client.post(address, {"back": "1"})
    assert (reply.status_code, reply["Location"]) == (302, "/work/threads/")


@pytest.mark.django_db(transaction=True)
def test_an_answer_sent_twice_at_once_is_given_once(
    world: World, ada_client: Client, omar: User
) -> None:
    thread = skipped(world, ada_client)
    words = Words(Remark.ANSWER, "It ends there.", key=uuid4())
    at_once(*[lambda: answer(thread, words, author=omar, now=NOW)] * 6)
    assert thread.remarks.filter(kind="answer").count() == 1
