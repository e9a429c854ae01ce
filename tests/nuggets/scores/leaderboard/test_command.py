"""The command prints the leaderboard."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from assess.judging.models import Judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank
from runs.models import Track
from tests.make import NOW
from tests.nuggets.scores.leaderboard.pages import chosen, read


def score(*arguments: str) -> str:
    out = StringIO()
    call_command("score", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_prints_what_the_page_gives(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    names = ["--bank", bank.name, "--judge", judge.name, "--intervals"]
    url = f"/tracks/{track.uuid}/scores.csv{chosen(bank, judge)}"
    assert score(track.slug, *names) == omar_client.get(url).getvalue().decode()
    by_topic = omar_client.get(f"{url}&rows=topics").getvalue().decode()
    assert score(track.slug, *names, "--per-topic") == by_topic
    rows = {(row["run"], row["topic"]): row for row in read(by_topic)}
    assert rows["worst", "2"]["A"] == "0.0"
    assert rows["worst", "2"]["V_strict"] == rows["worst", "2"]["L"] == ""


def test_the_command_ends_with_min_median_max_on_request(
    track: Track, bank: Bank, judge: Judge
) -> None:
    names = ["--bank", bank.name, "--judge", judge.name, "--summary"]
    rows = read(score(track.slug, *names))
    assert [row["run"] for row in rows[-3:]] == ["min", "median", "max"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--bank", "none", "--judge", "lexical"], "Banks: post-edited"),
        (["--bank", "post-edited", "--judge", "none"], "Judges: lexical"),
        (["--condition", "none"], "Conditions: none yet"),
        (["--bank", "post-edited"], "Give --bank and --judge, or --condition"),
        (["--condition", "a", "--judge", "lexical"], "or --condition alone"),
    ],
)
def test_the_command_names_what_there_is(
    track: Track, bank: Bank, given: list[str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        score(track.slug, *given)


def test_the_command_scores_a_saved_condition_with_its_topics(
    track: Track, bank: Bank, judge: Judge, omar_client: Client
) -> None:
    topics = list(track.topics.filter(name="1"))
    made = save_condition(
        track, "first", bank=bank, judge=judge, topics=topics, now=NOW
    )
    url = f"/tracks/{track.uuid}/scores.csv?condition={made.uuid}"
    printed = score(track.slug, "--condition", "first", "--intervals")
    assert printed == omar_client.get(url).getvalue().decode()
    assert {row["topics"] for row in read(printed)} <= {"0", "1"}
    told = StringIO()
    given = ["--condition", "first"]
    call_command("score", track.slug, *given, stdout=StringIO(), stderr=told)
    assert "Condition first: topic 1 only." in told.getvalue()
