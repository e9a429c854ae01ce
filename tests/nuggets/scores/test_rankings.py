import json
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.judging.models import Judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank
from runs.models import Membership, Response, Run, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all
from tests.page import markup, texts, values

pytestmark = pytest.mark.both_stacks

QUERIES = 32


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    return make_track(organizer=omar, assessors=[ada])


@pytest.fixture
def judges(track: Track) -> list[Judge]:
    return [make_judge(track, name) for name in ("left", "right")]


@pytest.fixture
def bank(track: Track, judges: list[Judge]) -> Bank:
    """Three runs over two topics that two judges rank in nearly the same way."""
    bank = make_bank(track)
    labels = {
        "x": (("SS", "SS"), ("SS", "SN")),
        "y": (("SN", "SN"), ("SS", "SS")),
        "z": (("NN", "NN"), ("NN", "PN")),
    }
    runs = {
        name: make_run(track, name, task=Run.AG if name == "z" else Run.RAG)
        for name in labels
    }
    for place, name in enumerate(("1", "2")):
        topic = make_topic(track, name)
        version = make_version(bank, topic, importance=["vital", "vital"])
        for run, (left, right) in labels.items():
            response = make_response(runs[run], topic)
            label_all(version, response, judges[0], left[place])
            label_all(version, response, judges[1], right[place])
    return bank


def address(track: Track, what: str = "", /, **query: object) -> str:
    said = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tracks/{track.uuid}/agreement/rankings/{what}?{said}"


def both(bank: Bank, judges: list[Judge]) -> dict[str, str]:
    left, right = (f"bank={bank.uuid}%26judge={judge.uuid}" for judge in judges)
    return {"left": left, "right": right}


def test_it_ranks_two_conditions_in_three_ways(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **both(bank, judges), measure="A"))
    found = r.context["found"]
    means, topics, pairs = found.ways
    assert (means.n, topics.n, pairs.n) == (3, 2, 6)
    assert [(row.run.name, row.a, row.b) for row in found.runs] == [
        ("x", 1.0, 0.75),
        ("y", 0.5, 1.0),
        ("z", 0.0, 0.125),
    ]
    assert means.tau.value == pytest.approx(1 / 3)
    # By the first x leads, by the second y: either way 0 of 1, then 2 of 2 are right.
    assert means.tau_ap.value == pytest.approx(0.0)
    assert (means.tau.low, means.tau.high) == (None, None)  # two topics are too few


def test_a_topic_without_a_value_is_not_counted(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    bare = make_version(bank, make_topic(track, "3"), importance=["okay", "okay"])
    for run in Run.objects.all():
        response = make_response(run, bare.topic)
        for judge in judges:
            label_all(bare, response, judge, "SS")
    pages = [
        address(track, **both(bank, judges), measure="V_strict"),
        f"/tracks/{track.uuid}/report/",
    ]
    for page in pages:
        r = omar_client.get(page)
        topics = r.context["found"].ways.per_topic
        assert (topics.valueless, topics.equal) == (1, 0)
        assert "3 runs and 2 topics that both score" in markup(r)
    so_far = omar_client.get(f"/tracks/{track.uuid}/agreement/so-far/")
    assert "3 runs, 2 topics" in markup(so_far)


def test_it_names_what_disagrees_most(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    found = omar_client.get(address(track, **both(bank, judges))).context["found"]
    moved = [(row.run.name, row.moved) for row in found.moved]
    assert moved == [("x", 1.0), ("y", -1.0)]
    named = {(spot.run.name, spot.topic.name): spot.apart for spot in found.apart}
    assert named == {("x", "2"): -0.5, ("y", "1"): 0.5, ("y", "2"): 0.5}


def test_a_score_that_differs_much_opens_the_response(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    page = omar_client.get(address(track, **both(bank, judges)))
    response = Response.objects.get(run__name="x", topic__name="2")
    url = f"/tracks/{track.uuid}/scores/responses/{response.uuid}/conditions/?left="
    links = [link or "" for link in values(page, "th a", "href")]
    (own,) = (link for link in links if link.startswith(url))
    scores = texts(omar_client.get(own), "tbody td:first-of-type")
    assert scores == ["1.0000", "0.5000"]


def test_every_measure_and_task_has_its_own_tau(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    found = omar_client.get(address(track, **both(bank, judges))).context["found"]
    assert "V strict" in [part.title for part in found.measures]
    tasks = {part.title: part.way for part in found.tasks}
    assert tasks["Augmented generation"].tau.value is None
    assert tasks["Retrieval-augmented generation"].tau.value == pytest.approx(-1.0)


def test_conditions_held_to_topics_say_which(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    topics = list(track.topics.all()[:1])
    left, right = (
        save_condition(track, judge.name, bank=bank, judge=judge, topics=held, now=NOW)
        for judge, held in zip(judges, (topics, []), strict=True)
    )
    chosen = {"left": f"condition={left.uuid}", "right": f"condition={right.uuid}"}
    r = omar_client.get(address(track, **{k: quote(v) for k, v in chosen.items()}))
    held_to = f"left: topic {topics[0].name} only"
    assert f"selected>{held_to}</option>" in markup(r)
    assert (r.context["left"], r.context["right"]) == (held_to, "right")
    assert [topic.name for topic in r.context["found"].table.topics] == ["1"]


def test_one_task_alone_is_compared_on_request(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **both(bank, judges), task="ag"))
    found = r.context["found"]
    assert [row.run.name for row in found.runs] == ["z"]
    assert found.tau.value is None
    assert "fewer than two runs in common" in markup(r)


def test_the_chart_draws_each_run_and_each_pair_with_its_name(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    query = both(bank, judges)
    text = markup(omar_client.get(address(track, **query, measure="A")))
    assert text.count("x, all, RAG: 1.0000 and 0.7500") == 1
    assert "z, 2, AG: 0.0000 and 0.2500" in text
    assert "style=" not in text
    r = omar_client.get(address(track, "scatter.csv", **query))
    assert r["Content-Type"].startswith("text/csv")
    assert "attachment" in r["Content-Disposition"]
    rows = r.content.decode()
    assert rows.splitlines()[0].startswith("run,topic,task,")
    assert len(rows.splitlines()) == 1 + 3 + 6
    taus = omar_client.get(address(track, "tau.csv", **query)).content.decode()
    assert taus.startswith("over,Kendall’s τ,from,to\n")


def test_a_viewer_sees_how_alike_but_no_names(
    track: Track, bank: Bank, judges: list[Judge], bea: User, bea_client: Client
) -> None:
    Membership.objects.create(track=track, user=bea, role=Membership.VIEWER)
    Run.objects.filter(name="x").update(name="secret-run")
    query = both(bank, judges)
    for what in ("", "scatter.csv", "tau.csv"):
        r = bea_client.get(address(track, what, **query))
        assert r.status_code == 200
        assert b"secret-run" not in r.content
    assert "AG: 0.0000" in markup(bea_client.get(address(track, **query)))


def test_it_rejects_an_unknown_condition_and_one_against_itself(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    query = both(bank, judges)
    for asked, said in (
        ({"left": "a:b"}, "This condition can’t be chosen here, or no longer"),
        ({"left": query["right"]}, "Choose two different conditions."),
        ({"measure": "beauty"}, "There is no “beauty” to choose."),
    ):
        r = omar_client.get(address(track, **query | asked))
        assert r.status_code == 422
        assert said in markup(r)
    chart = address(track, "scatter.csv", left="a:b", right="c:d")
    assert omar_client.get(chart).status_code == 404


def test_an_assessor_and_a_stranger_find_nothing(
    track: Track, ada_client: Client, bea_client: Client, client: Client
) -> None:
    for what in ("", "scatter.csv"):
        assert ada_client.get(address(track, what)).status_code == 404
        assert bea_client.get(address(track, what)).status_code == 404
        assert client.get(address(track, what)).status_code == 302


def test_it_needs_no_more_queries_for_more_labels(
    track: Track,
    bank: Bank,
    judges: list[Judge],
    omar_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    version = bank.versions.get(topic__name="1")
    for number in range(20):
        response = make_response(make_run(track, f"run-{number}"), version.topic)
        for judge in judges:
            label_all(version, response, judge, "SN")
    with django_assert_max_num_queries(QUERIES):
        omar_client.get(address(track, **both(bank, judges)))


def command(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("rank_agreement", *arguments, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_the_command_prints_what_the_page_shows(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    names = [f"{bank.name}:{judge.name}" for judge in judges]
    found = command(track.slug, "--a", names[0], "--b", names[1], "--metric", "V")
    page = omar_client.get(address(track, **both(bank, judges), measure="V"))
    means, topics, pairs = page.context["found"].ways
    assert found["n"] == 3
    assert found["kendall_tau"] == means.tau.value
    assert found["kendall_tau_95"] == [means.tau.low, means.tau.high]
    assert found["spearman_rho"] == means.rho.value
    assert found["tau_ap"] == means.tau_ap.value
    assert found["per_topic"]["kendall_tau"] == topics.tau.value
    assert found["all_pairs"]["kendall_tau"] == pairs.tau.value


def test_a_bank_may_hold_a_colon_in_its_name(
    track: Track, bank: Bank, judges: list[Judge]
) -> None:
    Bank.objects.filter(pk=bank.pk).update(name="post:edited")
    found = command(track.slug, "--a", "post:edited:left", "--b", "post:edited:right")
    assert found["n"] == 3


def test_a_constant_side_is_null(tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("run,a,b\nx,1,1\ny,1,2\n")
    found = command("--scores", str(file), "--a", "a", "--b", "b")
    assert (found["n"], found["kendall_tau"], found["spearman_rho"]) == (2, None, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--a", "x", "--b", "y"], "Name either a track or a file"),
        (["SLUG", "--a", "no:left", "--b", "y"], "Banks: post-edited"),
        (["SLUG", "--a", "post-edited:no", "--b", "y"], "Judges: left, right"),
        (["SLUG", "--a", "left", "--b", "y"], "is not BANK:JUDGE"),
    ],
)
def test_the_command_says_what_is_wrong(
    track: Track, bank: Bank, arguments: list[str], said: str
) -> None:
    given = [track.slug if word == "SLUG" else word for word in arguments]
    with pytest.raises(CommandError, match=said):
        command(*given)
