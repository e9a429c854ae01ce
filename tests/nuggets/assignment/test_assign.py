"""The assignment screen: its pages, its plain form, its writes by script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.kernel.order import order_key
from assess.models import Allocation, Change, Judge
from assess.work.actions import finish_if_done
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.progress import assignment_progress
from nuggets.assignment.work import read_sheet
from nuggets.models import AssignmentLabel, Bank, BankVersion, Nugget
from runs.models import Response, Topic, Track
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


class World(NamedTuple):
    """Ada's work: three nuggets on two responses."""

    track: Track
    topic: Topic
    bank: Bank
    nuggets: list[Nugget]
    responses: list[Response]
    work: Allocation

    @property
    def base(self) -> str:
        return f"/work/{self.work.uuid}/assign/"

    @property
    def api(self) -> str:
        return f"/api/work/{self.work.uuid}/assignment/"

    def page(self, place: int = 0) -> str:
        return f"{self.base}{self.responses[place].uuid}/"

    def form(
        self, place: int = 0, /, value: str = SUPPORT, **rest: object
    ) -> dict[str, Any]:
        return {
            "nugget": str(self.nuggets[place].uuid),
            "value": value,
            "key": str(uuid4()),
            "seen": 0,
        } | rest

    def json(
        self, place: int = 0, /, value: str = SUPPORT, **rest: object
    ) -> dict[str, Any]:
        response = {"response": str(self.responses[0].uuid)}
        return response | self.form(place, value) | rest

    def label_all(self, judge: Judge, value: str = NOT) -> None:
        for nugget in self.nuggets:
            for response in self.responses:
                make_label(ASSIGNMENT, judge, nugget, response, value=value)


@pytest.fixture
def world(ada: User) -> World:
    track = make_track(assessors=[ada])
    topic = make_topic(track)
    bank = make_bank(track)
    importance = ("okay", "vital", "vital")
    version = make_version(bank, topic, ("one", "two", "three"), importance=importance)
    work = make_allocation(topic, ada, bank)
    responses = [
        make_response(make_run(track, f"hidden-{name}", group="secret"), topic)
        for name in "ab"
    ]
    responses.sort(key=lambda response: order_key(work.seed, response.uuid))
    nuggets = [nuggets_of(version)[place] for place in (1, 2, 0)]
    return World(track, topic, bank, nuggets, responses, work)


def post(client: Client, world: World, body: dict[str, Any]) -> Answer:
    return client.post(world.api, body, content_type="application/json")


def body_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_it_shows_a_whole_response_with_every_nugget_vital_first(
    world: World, ada_client: Client
) -> None:
    page = body_of(ada_client, world.page())
    assert "Fresh water floats on salt." in page
    assert "Why do harbours freeze?" in page
    assert "response 1 of 2 · 0 of 6 labels" in page
    places = [page.index(str(nugget.uuid)) for nugget in world.nuggets]
    assert places == sorted(places)


def test_it_keeps_the_banks_order_where_the_track_says_so(
    world: World, ada_client: Client
) -> None:
    text = world.track.profile_text.replace('"vital_first"', '"bank"')
    world.track.profile_text = text
    world.track.save(update_fields=["profile_text"])
    page = body_of(ada_client, world.page())
    one, two = world.nuggets[2], world.nuggets[0]
    assert page.index(str(one.uuid)) < page.index(str(two.uuid))


def test_it_names_no_run_and_no_group_and_no_machine(
    world: World, ada_client: Client
) -> None:
    machine = make_judge(world.track, "sentinel-machine")
    world.label_all(machine, PARTIAL)
    page = body_of(ada_client, world.page())
    assert "hidden-" not in page
    assert "secret" not in page
    assert "sentinel-machine" not in page
    assert f'data-value="{PARTIAL}" data-seen' not in page


def test_reading_writes_nothing(world: World, ada_client: Client) -> None:
    ada_client.get(world.base)
    ada_client.get(world.page())
    assert not Judge.objects.exists()
    assert not AssignmentLabel.objects.exists()


def test_the_work_begins_at_the_first_response(
    world: World, ada_client: Client
) -> None:
    r = ada_client.get(f"/work/{world.work.uuid}/", follow=True)
    assert r.redirect_chain[-1][0] == world.page(0)


def test_the_work_goes_on_at_the_first_response_with_something_left(
    world: World, ada: User, ada_client: Client
) -> None:
    judge = make_person(ada, world.track)
    for nugget in world.nuggets:
        make_label(ASSIGNMENT, judge, nugget, world.responses[0], value=NOT)
    assert ada_client.get(world.base)["Location"] == world.page(1)
    page = body_of(ada_client, world.page(1))
    assert "response 2 of 2 · 3 of 6 labels" in page
    assert f'data-then="{world.base}"' in page


def test_a_late_run_moves_no_response(world: World) -> None:
    before = [response.uuid for response in read_sheet(world.work).responses]
    for number in range(8):
        make_response(make_run(world.track, f"late-{number}"), world.topic)
    after = [response.uuid for response in read_sheet(world.work).responses]
    assert len(after) == 10
    assert [uuid for uuid in after if uuid in before] == before


def test_only_responses_of_visible_runs_are_labelled(world: World) -> None:
    make_response(make_run(world.track, "landing", landed=False), world.topic)
    run = make_run(world.track, "gone")
    make_response(run, world.topic)
    type(run).objects.filter(pk=run.pk).update(deleted_at=NOW)
    assert list(read_sheet(world.work).responses) == world.responses


def test_labels_of_unchanged_nuggets_stay_when_a_bank_is_frozen_anew(
    world: World, ada: User
) -> None:
    world.label_all(make_person(ada, world.track))
    make_version(world.bank, world.topic, (world.nuggets[0], "four"))
    sheet = read_sheet(world.work)
    assert [nugget.text for nugget in sheet.nuggets] == ["two", "four"]
    assert tuple(sheet.progress)[:2] == (2, 4)
    assert assignment_progress([world.work])[world.work.pk] == sheet.progress


def test_an_open_list_says_that_it_is_being_edited(
    world: World, ada: User, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    make_version(world.bank, topic, state=BankVersion.OPEN)
    work = make_allocation(topic, ada, world.bank)
    assert "still being edited" in body_of(ada_client, f"/work/{work.uuid}/assign/")


def test_a_topic_without_responses_says_so(
    world: World, ada: User, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    make_version(world.bank, topic)
    work = make_allocation(topic, ada, world.bank)
    page = body_of(ada_client, f"/work/{work.uuid}/assign/")
    assert "No run has a response" in page


def test_a_plain_form_keeps_a_label(world: World, ada_client: Client) -> None:
    r = ada_client.post(f"{world.page()}label/", world.form(1, PARTIAL))
    nugget = world.nuggets[1]
    assert r.status_code == 302
    assert r["Location"] == f"{world.page()}#nugget-{nugget.uuid}"
    label = AssignmentLabel.objects.get()
    assert (label.value, label.nugget, label.response) == (
        PARTIAL,
        nugget,
        world.responses[0],
    )
    assert f'data-value="{PARTIAL}" data-seen="1"' in body_of(ada_client, world.page())


def test_a_plain_form_sent_twice_counts_once(world: World, ada_client: Client) -> None:
    form = world.form()
    for _ in range(2):
        assert ada_client.post(f"{world.page()}label/", form).status_code == 302
    assert Change.objects.count() == 1


def test_a_plain_form_takes_a_label_back(world: World, ada_client: Client) -> None:
    ada_client.post(f"{world.page()}label/", world.form())
    ada_client.post(f"{world.page()}label/", world.form(value="", seen=1))
    assert AssignmentLabel.objects.get().value == ""


def test_a_stale_plain_form_is_shown_the_label_as_it_stands(
    world: World, ada_client: Client
) -> None:
    ada_client.post(f"{world.page()}label/", world.form())
    r = ada_client.post(f"{world.page()}label/", world.form(value=NOT))
    assert r.status_code == 409
    assert "changed since you opened it" in r.content.decode()
    assert f'data-value="{SUPPORT}" data-seen="1"' in r.content.decode()


@pytest.mark.parametrize(
    "bad", [{"value": "perhaps"}, {"key": "1"}, {"seen": -1}, {"nugget": ""}]
)
def test_a_plain_form_rejects_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = ada_client.post(f"{world.page()}label/", world.form(**bad))
    assert r.status_code == 422
    assert "The label was not kept" in r.content.decode()
    assert not AssignmentLabel.objects.exists()


def test_a_script_keeps_a_label(world: World, ada_client: Client) -> None:
    times = {"client_time": "2026-03-01T12:00:00.123Z", "active_ms": 900}
    r = post(ada_client, world, world.json(0, SUPPORT, **times))
    assert r.status_code == 200
    assert r.json().keys() == {"version", "value", "saved_at"}
    assert (r.json()["version"], r.json()["value"]) == (1, SUPPORT)
    assert Change.objects.get().active_ms == 900


def test_a_script_sent_twice_is_answered_the_same(
    world: World, ada_client: Client
) -> None:
    body = world.json()
    first, second = (post(ada_client, world, body) for _ in range(2))
    assert first.json() == second.json()
    assert Change.objects.count() == 1


def test_a_script_may_name_the_queued_action_before(
    world: World, ada_client: Client
) -> None:
    first = world.json()
    post(ada_client, world, first)
    r = post(ada_client, world, world.json(0, NOT, seen=0, after=first["key"]))
    assert (r.status_code, r.json()["version"]) == (200, 2)


def test_a_stale_script_is_told_how_the_label_stands(
    world: World, ada_client: Client
) -> None:
    post(ada_client, world, world.json())
    r = post(ada_client, world, world.json(0, NOT))
    assert r.status_code == 409
    assert r.json() == {"version": 1, "value": SUPPORT}
    r = post(ada_client, world, world.json(1, NOT, seen=4))
    assert (r.status_code, r.json()) == (409, {"version": 0, "value": ""})


def test_a_script_may_not_use_a_key_for_two_labels(
    world: World, ada_client: Client
) -> None:
    body = world.json(0)
    post(ada_client, world, body)
    r = post(ada_client, world, world.json(1, key=body["key"]))
    assert r.status_code == 400
    assert "key" in r.json()


@pytest.mark.parametrize(
    "bad",
    [
        {"value": "full_support"},
        {"value": None},
        {"key": "1"},
        {"seen": -1},
        {"active_ms": -1},
        {"active_ms": 2**40},
        {"client_time": "noon"},
        {"response": "5"},
    ],
)
def test_a_script_is_refused_bad_input(
    world: World, ada_client: Client, bad: dict[str, Any]
) -> None:
    r = post(ada_client, world, world.json(**bad))
    assert r.status_code == 400
    assert r.json().keys() == bad.keys()
    assert not AssignmentLabel.objects.exists()


def test_a_script_reaches_only_items_of_the_work(
    world: World, ada_client: Client
) -> None:
    topic = make_topic(world.track, "15")
    other = make_response(make_run(world.track, "run-c"), topic)
    stray = nuggets_of(make_version(make_bank(world.track, "b2"), world.topic))[0]
    for change in (
        {"response": str(other.uuid)},
        {"nugget": str(stray.uuid)},
        {"nugget": str(uuid4())},
    ):
        assert post(ada_client, world, world.json(**change)).status_code == 404
    assert not AssignmentLabel.objects.exists()


def test_it_hides_the_work_of_another_assessor(
    world: World, bea: User, bea_client: Client
) -> None:
    for address in (world.base, world.page(), f"/work/{world.work.uuid}/"):
        assert bea_client.get(address).status_code == 404
    assert bea_client.post(f"{world.page()}label/", world.form()).status_code == 404
    assert bea_client.post(f"{world.base}finish/").status_code == 404
    assert post(bea_client, world, world.json()).status_code == 404
    assert not AssignmentLabel.objects.exists()


def test_it_hides_a_response_of_another_topic(world: World, ada_client: Client) -> None:
    topic = make_topic(world.track, "15")
    other = make_response(make_run(world.track, "run-c"), topic)
    assert ada_client.get(f"{world.base}{other.uuid}/").status_code == 404


def test_work_that_was_taken_back_is_gone(world: World, ada_client: Client) -> None:
    Allocation.objects.update(released_at=NOW)
    assert ada_client.get(world.page()).status_code == 404
    r = post(ada_client, world, world.json())
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
    assert not AssignmentLabel.objects.exists()


def test_a_script_needs_the_csrf_token(world: World, ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert post(strict, world, world.json()).status_code == 403


def test_finishing_asks_for_what_is_left(world: World, ada_client: Client) -> None:
    r = ada_client.post(f"{world.base}finish/")
    assert r.status_code == 409
    assert "6 labels left" in r.content.decode()
    assert Allocation.objects.get().finished_at is None


def test_finishing_closes_the_work_once_every_label_is_given(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(make_person(ada, world.track))
    assert "Every label is given" in body_of(ada_client, world.base)
    assert ada_client.post(f"{world.base}finish/")["Location"] == "/"
    finished = Allocation.objects.get().finished_at
    assert finished is not None
    ada_client.post(f"{world.base}finish/")
    assert Allocation.objects.get().finished_at == finished
    assert "Finished" in body_of(ada_client, world.base)


def test_work_without_items_is_not_finished(world: World) -> None:
    Response.objects.all().delete()
    finish_if_done(world.work, now=NOW)
    assert Allocation.objects.get().finished_at is None


def test_a_label_may_still_be_changed_after_finishing(
    world: World, ada: User, ada_client: Client
) -> None:
    world.label_all(make_person(ada, world.track))
    ada_client.post(f"{world.base}finish/")
    r = post(ada_client, world, world.json(0, SUPPORT, seen=1))
    assert r.status_code == 200


def test_progress_is_each_persons_own(
    world: World, ada: User, bea: User, ada_client: Client
) -> None:
    world.label_all(make_person(bea, world.track))
    world.label_all(make_judge(world.track))
    assert assignment_progress([world.work])[world.work.pk].done == 0
    assert "0 of 6 labels" in body_of(ada_client, world.page())


def test_a_page_takes_as_many_queries_for_many_items_as_for_few(
    world: World,
    ada_client: Client,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for number in range(15):
        make_response(make_run(world.track, f"more-{number}"), world.topic)
    names = [f"nugget {number}" for number in range(60)]
    make_version(world.bank, world.topic, names)
    make_person(world.work.assessor, world.track)
    with django_assert_max_num_queries(12):
        assert ada_client.get(world.page()).status_code == 200
    nugget: UUID = nuggets_of(read_sheet(world.work).version)[0].uuid  # type: ignore[arg-type]
    body = world.json() | {"nugget": str(nugget)}
    with django_assert_max_num_queries(18):
        assert post(ada_client, world, body).status_code == 200


def test_a_page_gone_back_to_does_not_swallow_another_label(
    world: World, ada_client: Client
) -> None:
    page = world.form()
    address = f"{world.page()}label/"
    for _twice in range(2):
        assert ada_client.post(address, page).status_code == 302
    assert ada_client.post(address, page | {"value": NOT}).status_code == 409
    assert AssignmentLabel.objects.get().value == SUPPORT
    assert ada_client.post(address, page | {"value": NOT, "seen": 1}).status_code == 302
    assert AssignmentLabel.objects.get().value == NOT
