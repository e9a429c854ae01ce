import csv

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.report.campaign import campaign_of
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Nugget
from runs.models import Membership, Response, Run, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all
from tests.page import markup

LABELS = {"best": ("SS", "SS"), "middle": ("SN", "SP"), "worst": ("NN", "SN")}


@pytest.fixture
def track(omar: User, ada: User, bea: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def judges(track: Track, ada: User) -> list[Judge]:
    return [make_person(ada, track), make_judge(track, "lexical")]


@pytest.fixture
def campaign(track: Track, judges: list[Judge]) -> Track:
    """Three runs on two topics of two nuggets, labelled by Ada and by a baseline."""
    bank, segment = make_bank(track), make_segment(track, "doc-1")
    runs = {name: make_run(track, name, group=f"by {name}") for name in LABELS}
    for name in ("1", "2"):
        topic = make_topic(track, name)
        version = make_version(bank, topic, importance=["vital", "vital"])
        for run, values in LABELS.items():
            response = make_response(runs[run], topic, cites=segment)
            for judge, labels in zip(judges, values, strict=True):
                label_all(version, response, judge, labels)
    return track


def address(track: Track, what: str = "") -> str:
    return f"/tracks/{track.uuid}/report/{what}"


def test_it_holds_the_facts_of_the_campaign(campaign: Track) -> None:
    found = campaign_of(campaign)
    assert (found.topics, found.runs) == (2, len(LABELS))
    assert found.pool == (2, 2)
    (task,) = found.tasks
    assert task == ("Retrieval-augmented generation", 3, 3, 6, 0)
    labels = {row.title: row for row in found.labels}["Assignment"]
    assert (labels.people, labels.baselines, labels.total) == (12, 12, 24)


def test_what_was_replaced_or_has_not_landed_is_not_counted(campaign: Track) -> None:
    make_run(campaign, "on its way", landed=False)
    Response.objects.filter(run__name="best").update(deleted_at=NOW)
    Run.objects.filter(name="worst").update(deleted_at=NOW)
    (task,) = campaign_of(campaign).tasks
    assert (task.runs, task.responses) == (2, 2)


def test_it_prints_scores_agreement_and_rankings(
    campaign: Track, omar_client: Client
) -> None:
    r = omar_client.get(address(campaign))
    assert r.status_code == 200
    (board,) = r.context["boards"]
    assert [row.name for row in board.page.rows] == ["best", "middle", "worst"]
    (agreeing,) = r.context["agreement"]
    assert [judge.name for judge, _found in agreeing.machines.rows] == ["lexical"]
    assert agreeing.machines.rows[0][1].n == 12
    text = markup(r)
    for part in ("The campaign", "Scores: nuggets", "What counts as what", "τ"):
        assert part in text
    for said in (
        "2 segments with a text that runs cite or rank, on 2 topics",
        "with fewer than five topics, of the items",
        "has the same score on all; too short with so few)",
        "The line joins those that no other equals or beats",
    ):
        assert said in text, said
    assert text.count(" data-drawing=") == 4


def test_it_says_that_items_are_drawn_where_topics_are_few(
    campaign: Track, bea: User, omar_client: Client
) -> None:
    other = make_person(bea, campaign)
    for response in Response.objects.filter(run__name="middle"):
        for nugget in Nugget.objects.filter(topic=response.topic):
            make_label(ASSIGNMENT, other, nugget, response, value="support")
    text = markup(omar_client.get(address(campaign)))
    assert (
        "samples of the items, because there are too few topics to sample (2)" in text
    )


def test_it_tells_of_adjudications_and_guidelines(
    campaign: Track, judges: list[Judge], omar: User, bea: User, omar_client: Client
) -> None:
    plan = AdjudicationPlan(ASSIGNMENT, judges, [bea], list(campaign.topics.all()))
    made = open_adjudication(campaign, "settled", plan, by=omar, now=NOW)
    nugget = Nugget.objects.filter(topic__name="1").latest("pk")
    response = Response.objects.get(run__name="middle", topic__name="1")
    make_label(ASSIGNMENT, made.judge, nugget, response, value="partial_support")
    campaign.guidelines.create(work="relevance", number=3, text="", at=NOW)
    r = omar_client.get(address(campaign))
    (settled,) = r.context["adjudications"]
    assert (settled.result.settled, settled.row.standing.total) == (1, 4)
    upheld = {each.judge.name: each.upheld for each in settled.result.upheld}
    assert upheld == {"ada": 0, "lexical": 1}
    assert [row.latest.number for row in r.context["guidelines"]] == [3]


def test_a_viewer_sees_no_adjudication_and_not_who_judged_how_much(
    campaign: Track, bea: User, bea_client: Client
) -> None:
    Membership.objects.filter(user=bea).update(role=Membership.VIEWER)
    r = bea_client.get(address(campaign))
    assert r.status_code == 200
    assert "adjudications" not in r.context
    assert "guidelines" not in r.context
    assert b'aria-label="Judges"' not in r.content
    assert b"Scores: nuggets" in r.content


def test_an_assessor_and_a_stranger_find_nothing(
    campaign: Track, ada_client: Client, client: Client
) -> None:
    for what in ("", "tau.csv"):
        assert ada_client.get(address(campaign, what)).status_code == 404
        assert client.get(address(campaign, what)).status_code == 302


def test_a_track_without_anything_has_a_report(
    track: Track, omar_client: Client
) -> None:
    r = omar_client.get(address(track))
    assert r.status_code == 200
    assert r.context["boards"] == []
    assert b"0 segments" in r.content
    assert omar_client.get(address(track, "tau.csv")).status_code == 404


def test_its_charts_are_files(campaign: Track, omar_client: Client) -> None:
    r = omar_client.get(address(campaign, "nuggets-leaderboard.csv"))
    rows = list(csv.reader(r.content.decode().splitlines()))
    assert [row[0] for row in rows[1:]] == ["best", "middle", "worst"]
    r = omar_client.get(address(campaign, "tau.csv"))
    assert r["Content-Type"].startswith("text/csv")
    assert omar_client.get(address(campaign, "no-chart.csv")).status_code == 404


def test_it_rejects_the_wrong_method(track: Track, omar_client: Client) -> None:
    assert omar_client.post(address(track)).status_code == 405


def test_an_adjudication_is_no_person_who_agrees(
    campaign: Track, omar_client: Client
) -> None:
    settled = make_judge(campaign, "settled", kind=Judge.ADJUDICATION)
    for response in Response.objects.filter(run__name="middle"):
        for nugget in Nugget.objects.filter(topic=response.topic):
            make_label(ASSIGNMENT, settled, nugget, response, value="support")
    r = omar_client.get(address(campaign))
    assert [each.people for each in r.context["agreement"]] == [None]
