"""The pages of judges."""

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from llm.endpoints.actions import Served
from runs.models import Track
from tests.assess.judging.judges.pages import address
from tests.fake_model import FakeModel
from tests.llm.endpoints.make import make_endpoint
from tests.machines import make_baseline
from tests.make import NOW, make_judge, make_label, make_segment, make_topic, make_track
from tests.page import select, texts

PAGES = ("judges", "judge_new", "judging_new")


@pytest.mark.parametrize("name", PAGES)
def test_it_is_for_organizers(
    name: str, track: Track, ada_client: Client, omar_client: Client, client: Client
) -> None:
    assert omar_client.get(address(name, track)).status_code == 200
    assert ada_client.get(address(name, track)).status_code == 404
    assert omar_client.get(address(name, make_track())).status_code == 404
    assert client.get(address(name, track)).status_code == 302


def test_who_gave_the_labels_of_an_import_is_said_on_its_page(
    track: Track, ada_client: Client, omar_client: Client
) -> None:
    row = make_judge(track, "umbrela", kind=Judge.IMPORT)
    Judge.objects.filter(pk=row.pk).update(parameters={"scale": "own"})
    page = address("judge", track, row.uuid)
    assert ada_client.post(page, {"given_by": "model"}).status_code == 404
    assert omar_client.post(page, {"given_by": "a cat"}).status_code == 422
    r = omar_client.post(page, {"given_by": "model"}, follow=True)
    assert select(r, 'option[value="model"][selected]')
    row.refresh_from_db()
    assert row.full_name == "umbrela (import, given by a model)"
    assert (row.speaker, row.has_own_scale) == ("model", True)
    omar_client.post(page, {"given_by": ""})
    row.refresh_from_db()
    assert (row.full_name, row.speaker) == ("umbrela (import)", "imported label")


def test_only_imports_are_said_to_be_given_by_others(
    track: Track, omar_client: Client
) -> None:
    page = address("judge", track, make_judge(track, kind=Judge.MODEL).uuid)
    assert "Who gave its labels?" not in omar_client.get(page).content.decode()
    assert omar_client.post(page, {"given_by": "people"}).status_code == 404


def test_a_judge_of_another_track_is_not_found(
    track: Track, ada_client: Client, omar_client: Client
) -> None:
    own, other = make_judge(track), make_judge(make_track())
    assert omar_client.get(address("judge", track, own.uuid)).status_code == 200
    assert omar_client.get(address("judge", track, other.uuid)).status_code == 404
    assert omar_client.get(address("judge", track, uuid4())).status_code == 404
    assert ada_client.get(address("judge", track, own.uuid)).status_code == 404


def test_the_list_counts_labels_in_a_fixed_number_of_queries(
    track: Track,
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    topic = make_topic(track)
    segment = make_segment(track, "d1")
    for number in range(12):
        judge = make_baseline(track, f"b{number}")
        make_label(RELEVANCE, judge, topic, segment, value="1")
        create_panel(track, f"p{number}", rule="first", members=[judge], now=NOW)
    with django_assert_max_num_queries(11):
        page = omar_client.get(address("judges", track)).content.decode()
    assert "baseline" in texts(page, "span.tag")
    assert "Word overlap" in page
    assert "1" in texts(page, "td.num")
    assert "first of b3" in page


def test_names_are_escaped(track: Track, omar_client: Client) -> None:
    make_judge(track, "<script>alert(1)</script>")
    for name in ("judges", "judging_new"):
        page = omar_client.get(address(name, track)).content.decode()
        assert "<script>alert" not in page


def test_without_a_model_a_baseline_is_offered(
    track: Track, omar_client: Client, settings: Settings
) -> None:
    settings.LLM_ENDPOINT = ""
    assert "under Models" in omar_client.get(address("judges", track)).content.decode()
    page = omar_client.get(address("judge_new", track)).content.decode()
    assert 'aria-current="page">Baseline</a>' in page
    model = omar_client.get(address("judge_new", track) + "?sort=model")
    assert "No model is set up" in model.content.decode()


def test_it_makes_a_model(fake: FakeModel, track: Track, omar_client: Client) -> None:
    page = omar_client.get(address("judge_new", track)).content.decode()
    assert select(page, '[value="fake-1"]')
    sent = {
        "name": "strict",
        "model": "fake-2",
        "parameters": '{"seed": 7}',
        "prompt_price": "2.5",
        "completion_price": "10",
    }
    answer = omar_client.post(address("judge_new", track) + "?sort=model", sent)
    judge = Judge.objects.get(name="strict")
    assert answer["Location"] == address("judge", track, judge.uuid)
    assert (judge.kind, judge.model, judge.endpoint) == ("model", "fake-2", fake.url)
    assert judge.parameters == {
        "seed": 7,
        "price": {"prompt": "2.5", "completion": "10"},
    }
    assert judge.prompts["assign_nuggets"] == "1"
    assert "sk-very-secret" not in omar_client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "taken"},
        {"parameters": "[1]"},
        {"parameters": "{"},
        {"parameters": '{"price": 3}'},
        {"prompt_price": "1"},
        {"completion_price": "-1"},
    ],
)
def test_it_rejects_a_bad_model(
    fake: FakeModel, track: Track, omar_client: Client, wrong: dict[str, str]
) -> None:
    make_judge(track, "taken")
    sent = {"name": "new", "model": "m", "parameters": "{}", **wrong}
    answer = omar_client.post(address("judge_new", track) + "?sort=model", sent)
    assert answer.status_code == 422
    assert not Judge.objects.filter(kind=Judge.MODEL).exists()


def test_it_makes_a_baseline(track: Track, omar_client: Client) -> None:
    sent = {"name": "words", "baseline": "overlap"}
    omar_client.post(address("judge_new", track) + "?sort=baseline", sent)
    assert Judge.objects.get(name="words").baseline == "overlap"


def test_it_makes_a_panel(track: Track, omar_client: Client) -> None:
    members = [make_judge(track, "a"), make_judge(track, "b")]
    sent = {"name": "both", "rule": "median", "members": [m.uuid for m in members]}
    omar_client.post(address("judge_new", track) + "?sort=panel", sent)
    panel = Judge.objects.get(name="both")
    assert (panel.kind, list(panel.members.all())) == (Judge.PANEL, members)


@pytest.mark.parametrize(
    ("rule", "members", "says"),
    [
        ("median", "ab", "median of a, b: where they differ, the lower of the two"),
        ("upper_median", "ab", "upper median of a, b: where they differ, the higher"),
        ("median", "abc", "of an even number of labels, the lower of the two in the"),
        ("upper_median", "abcd", "the higher of the two in the middle"),
        ("rounded_mean", "ab", "rounded mean of a, b"),
    ],
)
def test_a_panel_says_what_its_median_makes_of_an_even_number(
    track: Track, omar_client: Client, rule: str, members: str, says: str
) -> None:
    sent = [make_judge(track, name).uuid for name in members]
    form = {"name": "panel", "rule": rule, "members": sent}
    omar_client.post(address("judge_new", track) + "?sort=panel", form)
    panel = Judge.objects.get(name="panel")
    page = omar_client.get(f"/tracks/{track.uuid}/judges/{panel.uuid}/")
    assert says in page.content.decode()


def test_a_panel_wants_members_of_its_own_track(
    track: Track, omar_client: Client
) -> None:
    foreign = make_judge(make_track(), "a")
    for members in ([], [foreign.uuid]):
        sent = {"name": "both", "rule": "median", "members": members}
        url = address("judge_new", track) + "?sort=panel"
        assert omar_client.post(url, sent).status_code == 422


def test_it_rejects_other_methods(track: Track, omar_client: Client) -> None:
    assert omar_client.put(address("judges", track)).status_code == 405
    assert omar_client.delete(address("judge_new", track)).status_code == 405
    assert omar_client.put(address("judging_new", track)).status_code == 405


def test_a_model_that_its_endpoint_does_not_list_is_refused(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    url = "https://models.example/v1"
    make_endpoint(url, served=[Served("large", None)])
    asked = {"name": "a", "model": "lrage", "endpoint": url, "parameters": "{}"}
    page = f"/tracks/{track.uuid}/judges/new/?sort=model"
    refused = omar_client.post(page, asked)
    assert refused.status_code == 422
    assert "lists no model" in "".join(texts(refused, ".errorlist"))
    assert not Judge.objects.filter(kind=Judge.MODEL).exists()
    assert omar_client.post(page, asked | {"model": "large"}).status_code == 302
