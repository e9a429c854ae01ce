import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from assess.models import Judge
from nuggets.models import Bank
from nuggets.scores.actions import save_condition
from runs.models import Run, Track
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.labelled import label_all

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
    left, right = (f"{bank.uuid}:{judge.uuid}" for judge in judges)
    return {"left": left, "right": right}


def test_it_ranks_two_conditions_in_three_ways(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **both(bank, judges), metric="A"))
    ways = {row.title: row for row in r.context["ways"]}
    assert (ways["run means"].n, ways["per topic, averaged"].n) == (3, 2)
    assert ways["all topic–run pairs"].n == 6
    assert [(pair.run.name, pair.a, pair.b) for pair in r.context["ranks"].pairs] == [
        ("x", 1.0, 0.75),
        ("y", 0.5, 1.0),
        ("z", 0.0, 0.125),
    ]
    assert ways["run means"].tau == pytest.approx(1 / 3)


def test_conditions_held_to_topics_say_which(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    topics = list(track.topics.all()[:1])
    for judge, held in zip(judges, (topics, []), strict=True):
        save_condition(track, judge.name, bank=bank, judge=judge, topics=held)
    text = omar_client.get(address(track)).content.decode()
    held_to = f"left: topic {topics[0].name} only"
    assert f"selected>{held_to}</option>" in text
    assert f"The first is condition {held_to}." in text
    assert "The second is condition right." in text


def test_one_task_alone_is_compared_on_request(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    r = omar_client.get(address(track, **both(bank, judges), task="ag"))
    assert [pair.run.name for pair in r.context["ranks"].pairs] == ["z"]
    assert r.context["ways"][0].tau is None


def test_the_chart_draws_each_run_and_each_pair_with_its_name(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    query = both(bank, judges)
    text = omar_client.get(address(track, **query)).content.decode()
    assert text.count("<title>x: 1.0000 and 0.7500</title>") == 1
    assert "<title>z, topic 2: 0.0000 and 0.0000</title>" in text
    assert "style=" not in text
    r = omar_client.get(address(track, "chart.svg", **query))
    assert r["Content-Type"] == "image/svg+xml"
    assert "attachment" in r["Content-Disposition"]
    assert b"x: 1.0000" in r.content


def test_it_rejects_an_unknown_condition(track: Track, omar_client: Client) -> None:
    r = omar_client.get(address(track, left="a:b", right="c:d"))
    assert r.status_code == 422
    chart = address(track, "chart.svg", left="a:b", right="c:d")
    assert omar_client.get(chart).status_code == 404


def test_an_assessor_and_a_stranger_find_nothing(
    track: Track, ada_client: Client, bea_client: Client, client: Client
) -> None:
    for what in ("", "chart.svg"):
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


def command(*arguments: str) -> dict[str, object]:
    out = StringIO()
    call_command("rank_agreement", *arguments, stdout=out)
    found: dict[str, object] = json.loads(out.getvalue())
    return found


def test_the_command_prints_what_the_page_shows(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    names = [f"{bank.name}:{judge.name}" for judge in judges]
    found = command(track.slug, "--a", names[0], "--b", names[1], "--metric", "V")
    page = omar_client.get(address(track, **both(bank, judges), metric="V"))
    means, topics, pairs = page.context["ranks"].leading
    assert found["n"] == 3
    assert found["kendall_tau"] == means.kendall_tau
    assert found["spearman_rho"] == means.spearman_rho
    assert found["per_topic"] == topics._asdict()
    assert found["all_pairs"] == pairs._asdict()


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
