"""What to judge next, as the page of what has settled names it."""

from __future__ import annotations

import pytest
from django.test import Client

from assess.analysis.rankings.stability import LEAST
from assess.judging.judges.actions import create_panel
from assess.judging.models import Judge
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank
from runs.models import Track
from tests.assess.analysis.rankings.pages import JUDGED, RUNS, TOPICS, WHEN, address
from tests.make import make_bank, make_response, make_run, make_topic, make_version
from tests.nuggets.scores.campaign import label_all
from tests.page import markup, select

pytestmark = pytest.mark.stack("embedded")


def test_it_names_open_topics_and_responses_to_judge_next(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    found = omar_client.get(address(track)).context["found"].next
    assert {row.topic.name for row in found.topics} == {"6", "7", "8"}
    assert [row.responses for row in found.topics] == [RUNS] * 3
    assert {row.topic.name for row in found.responses} <= {"6", "7", "8"}
    assert len(found.responses) == 10
    assert found.pairs == RUNS * JUDGED


def test_it_names_nothing_that_would_tell_next_to_nothing(
    track: Track, judges: list[Judge], omar_client: Client
) -> None:
    """Three runs that differ so much that one more topic changes nothing."""
    bank = make_bank(track)
    runs = [make_run(track, name) for name in ("bad", "fair", "good")]
    for place in range(9):
        topic = make_topic(track, str(place))
        version = make_version(bank, topic, "abcd", importance=["vital"] * 4)
        for run, good in zip(runs, ("", "SS", "SSSS"), strict=True):
            response, odd = make_response(run, topic), "S" * (place % 3 == 0)
            label_all(version, response, judges[1], good.ljust(4, "N"))
            if place < 8:
                label_all(version, response, judges[0], (good or odd).ljust(4, "N"))
    r = omar_client.get(address(track))
    found = r.context["found"].next
    assert (found.topics, found.responses, found.tells) == ([], [], False)
    assert 0 <= found.most < LEAST
    text = markup(r)
    assert "No topic would change much." in text
    assert "Of 1 topic not judged through, none is expected to raise τ by 0.001" in text


def test_it_says_that_a_track_has_not_so_many_topics(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    r = omar_client.get(address(track, top=5, places=2))
    found = r.context["found"]
    assert found.horizon.needed > TOPICS
    assert (found.there, found.left) == (TOPICS, TOPICS - JUDGED)
    text = markup(r)
    assert "There are not enough topics" in text
    assert f"and the track has {TOPICS}, {TOPICS - JUDGED} of them not judged" in text
    for place in range(TOPICS, found.horizon.needed):
        make_topic(track, str(place))
    text = markup(omar_client.get(address(track, top=5, places=2)))
    assert "There are not enough topics" not in text


def test_a_topic_to_judge_next_leads_to_handing_it_out(
    track: Track, bank: Bank, omar_client: Client
) -> None:
    text = markup(omar_client.get(address(track)))
    url = f"/tracks/{track.uuid}/work/new/?kind=assignment&subject={bank.uuid}"
    assert select(text, f'[href="{url}&topics=7#hand-out"]')
    form = omar_client.get(f"{url}&topics=7").context["form"]
    assert form["work"].value() == f"assignment:{bank.uuid}"
    assert form["topics"].value() == "7"


def test_an_empty_condition_or_a_panel_of_machines_takes_nobody_s_place(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    ensemble = create_panel(
        track, "a-ensemble", rule="majority", members=judges[1:], now=WHEN
    )
    assessors = track.judges.get(rule="assessors")
    for name, judge, of in (
        ("a-draft", assessors, make_bank(track, "empty")),
        ("a-machine", ensemble, bank),
        ("manual", assessors, bank),
    ):
        save_condition(track, name, bank=of, judge=judge, now=WHEN)
    found = omar_client.get(address(track)).context["found"]
    assert (found.people.says, found.machine.says) == ("manual", "a-machine")
    so_far = f"/tracks/{track.uuid}/agreement/so-far/"
    assert "manual against a-machine" in markup(omar_client.get(so_far))
    left, right = (
        f"bank={bank.uuid}%26judge={judge.uuid}" for judge in (ensemble, judges[0])
    )
    found = omar_client.get(address(track, left=left, right=right)).context["found"]
    assert found.people.basis.judge == judges[0]


def test_one_more_label_is_followed_at_once(
    track: Track, bank: Bank, judges: list[Judge], omar_client: Client
) -> None:
    assert omar_client.get(address(track)).context["found"].next.open_topics == 3
    version = bank.versions.get(topic__name="6")
    for response in version.topic.responses.all():
        label_all(version, response, judges[0], "SNSN")
    assert omar_client.get(address(track)).context["found"].next.open_topics == 2
