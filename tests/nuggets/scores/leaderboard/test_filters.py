"""Filters of the leaderboard, and who finds it."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.models import Run, Track
from tests.make import make_bank, make_response, make_run, make_track
from tests.nuggets.scores.campaign import label_all
from tests.nuggets.scores.leaderboard.pages import chosen, order, page
from tests.page import select, texts

QUERIES = 20


def test_a_filter_shows_what_is_chosen(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    Run.objects.filter(name="best").update(group="<b>")
    r = omar_client.get(page(track, chosen(bank, judge, "&group=<b>&task=rag")))
    text = r.content.decode()
    assert "<b>" in texts(text, 'option[value="<b>"][selected]')
    assert select(text, 'option[value="rag"][selected]')
    assert text.count('<option value="" selected>') == 1  # both types


def test_the_rule_on_unlabelled_nuggets_stays_chosen(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    rule, marked = "&unlabelled=not_support", '<option value="not_support" selected>'
    for query in (chosen(bank, judge), f"?condition={bank.uuid}"):  # no such condition
        text = omar_client.get(page(track, query + rule)).content.decode()
        assert marked in text
    wrong = omar_client.get(page(track, chosen(bank, judge, "&unlabelled=odd")))
    assert select(wrong, '[aria-describedby="id_unlabelled_error"]')
    assert marked not in wrong.content.decode()


def test_it_filters_by_task_group_and_type(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    for filters, names in (
        ("&task=ag", ["worst"]),
        ("&group=group-best", ["best"]),
        ("&type=manual", []),
    ):
        assert order(omar_client, page(track, chosen(bank, judge, filters))) == names


def test_the_switches_change_what_counts(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    url = page(track, chosen(bank, judge, "&unlabelled=not_support"))
    rows = {row.name: row for row in omar_client.get(url).context["page"].rows}
    assert rows["partly"].values[1].value == 0.5
    assert rows["worst"].values[4].value == 0.25
    url = page(track, chosen(bank, judge, "&unanswered=left_out"))
    rows = {row.name: row for row in omar_client.get(url).context["page"].rows}
    assert rows["worst"].values[4].value == 0.5


def test_it_rejects_a_bank_of_another_track(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    foreign = make_bank(make_track(), "foreign")
    for asked, said in (
        (chosen(foreign, judge), "This bank can’t be chosen here, or no longer"),
        (f"?condition={foreign.uuid}", "This condition can’t be chosen here"),
        ("?sort=-foo", "Sort: There is no “-foo” to choose."),
    ):
        r = omar_client.get(page(track, asked))
        assert r.status_code == 422
        assert said in r.content.decode()
        assert "No scores yet" not in r.content.decode()


def test_it_needs_no_more_queries_for_more_runs(
    track: Track,
    bank: Bank,
    judge: Judge,
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    version = bank.versions.get(topic__name="1")
    for number in range(30):
        response = make_response(make_run(track, f"run-{number}"), version.topic)
        label_all(version, response, judge, "SP")
    with django_assert_max_num_queries(QUERIES):
        omar_client.get(page(track, chosen(bank, judge)))


def test_a_viewer_sees_scores_and_runs_but_no_items(
    track: Track, bank: Bank, judge: Judge, vera: User, client: Client
) -> None:
    client.force_login(vera)
    run = Run.objects.get(name="best")
    response = run.responses.first()
    assert response is not None
    bodies = [
        client.get(page(track, chosen(bank, judge))),
        client.get(page(track, f"{run.uuid}/{chosen(bank, judge)}")),
    ]
    for body in bodies:
        assert body.status_code == 200
        assert str(response.uuid) not in body.content.decode()
        assert "frost" not in body.content.decode()
    url = page(track, f"responses/{response.uuid}/{chosen(bank, judge)}")
    assert client.get(url).status_code == 404


def test_an_assessor_and_a_stranger_find_nothing(
    track: Track, bank: Bank, judge: Judge, ada_client: Client, bea_client: Client
) -> None:
    run = Run.objects.get(name="best")
    for url in (
        page(track),
        f"/tracks/{track.uuid}/scores.csv{chosen(bank, judge)}",
        page(track, f"{run.uuid}/{chosen(bank, judge)}"),
    ):
        assert ada_client.get(url).status_code == 404
        assert bea_client.get(url).status_code == 404


def test_the_anonymous_are_sent_to_sign_in(track: Track, client: Client) -> None:
    assert client.get(page(track)).status_code == 302


def test_it_rejects_the_wrong_method(track: Track, omar_client: Client) -> None:
    assert omar_client.post(page(track)).status_code == 405
