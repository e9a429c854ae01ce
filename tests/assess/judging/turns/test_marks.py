"""Decisions about turns: once each, none over another, a record, and a way back."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import TurnMark
from assess.judging.turns.marks import Marks, marks_of, unanswerable_topics
from runs.models import Topic, Track
from tests.make import make_conversation, make_track
from tests.page import facts, select, texts


@pytest.fixture
def track(omar: User) -> Track:
    track = make_track(profile="ikat24", organizer=omar)
    make_conversation(track)
    make_conversation(track, "15", asked=("Which boat?", "And why?", "And when?"))
    Topic.objects.filter(name__in=("14_1", "15_2")).update(
        details={"utterance": "And why?", "response": "Ice.", "statements": ["1"]}
    )
    return track


def send(client: Client, topic: Topic, *names: str, **more: object) -> Any:  # noqa: ANN401
    marks = {name: name in names for name in Marks._fields[:3]}
    body = {"key": str(uuid4()), "seen": 0, **marks, **more}
    address = f"/api/tracks/{topic.track.uuid}/turns/{topic.uuid}/"
    return client.post(address, body, content_type="application/json")


def page_of(track: Track) -> str:
    return f"/tracks/{track.uuid}/turns/"


def assessed(track: Track) -> set[str]:
    names = dict(track.topics.values_list("pk", "name"))
    marks = marks_of(track)
    return {names[topic] for topic, each in marks.items() if each.assessed}


def choose(client: Client, track: Track, **rule: object) -> Any:  # noqa: ANN401
    """Preview a rule and confirm it."""
    shown = client.post(page_of(track), rule)
    (button,) = select(shown, 'button[name="confirm"]')
    seal = button.attributes["value"]
    return client.post(page_of(track), {**rule, "confirm": seal}, follow=True)


def test_the_last_decision_counts_and_all_stay(
    track: Track, omar_client: Client
) -> None:
    topic = track.topics.get(name="14_2")
    assert send(omar_client, topic, "assessed").json()["version"] == 1
    answer = send(omar_client, topic, "unanswerable", "gold_answer", seen=1)
    assert answer.json()["version"] == 2
    assert marks_of(track)[topic.pk] == Marks(False, True, True, 2)
    assert unanswerable_topics(track) == {topic.pk}
    rows = TurnMark.objects.order_by("number")
    assert [(row.assessed, row.unanswerable) for row in rows] == [
        (True, False),
        (False, True),
    ]


def test_the_same_key_counts_once(track: Track, omar_client: Client) -> None:
    topic, key = track.topics.get(name="14_2"), str(uuid4())
    once, again = (send(omar_client, topic, "assessed", key=key) for _ in range(2))
    assert once.json() == again.json()
    assert TurnMark.objects.get().key == UUID(key)
    other = send(omar_client, topic, "unanswerable", key=key)
    assert other.status_code == 422


def test_nobody_decides_over_what_they_have_not_seen(
    track: Track, omar_client: Client
) -> None:
    topic = track.topics.get(name="14_2")
    send(omar_client, topic, "assessed")
    late = send(omar_client, topic, "unanswerable")
    assert late.status_code == 409
    assert (late.json()["version"], late.json()["assessed"]) == (1, True)
    assert TurnMark.objects.count() == 1


def test_a_decision_behind_a_waiting_one_builds_on_it(
    track: Track, omar_client: Client
) -> None:
    topic, key = track.topics.get(name="14_2"), str(uuid4())
    send(omar_client, topic, "assessed", key=key)
    answer = send(omar_client, topic, "assessed", "gold_answer", after=key)
    assert answer.json()["version"] == 2
    assert send(omar_client, topic, after=str(uuid4())).status_code == 409


def test_a_rule_is_previewed_confirmed_and_taken_back(
    track: Track, omar_client: Client
) -> None:
    send(omar_client, track.topics.get(name="15_3"), "assessed", "gold_answer")
    shown = omar_client.post(page_of(track), {"statement": "on"})
    assert "2 turns of 2 conversations would be assessed" in texts(shown, ".plan p")[0]
    assert assessed(track) == {"15_3"}  # a preview changes nothing
    assert "Take the last rule back" not in texts(shown, "button")
    choose(omar_client, track, statement="on")
    assert "Take the last rule back" in texts(omar_client.get(page_of(track)), "button")
    assert assessed(track) == {"14_1", "15_2"}
    gone = track.topics.get(name="15_3")
    assert marks_of(track)[gone.pk] == Marks(False, False, True, 2)
    rules = set(TurnMark.objects.exclude(rule="").values_list("rule", flat=True))
    assert rules == {"turns with a statement of the person that bears on them"}
    send(omar_client, track.topics.get(name="14_1"), "unanswerable", seen=1)
    said = omar_client.post(f"{page_of(track)}take-back/", follow=True)
    assert "2 turns are as before the last rule." in " ".join(texts(said, "main"))
    assert assessed(track) == {"15_3"}
    assert unanswerable_topics(track) == {track.topics.get(name="14_1").pk}
    again = omar_client.post(f"{page_of(track)}take-back/", follow=True)
    assert "0 turns are as before" in " ".join(texts(again, "main"))


def test_only_the_shown_choice_is_confirmed(track: Track, omar_client: Client) -> None:
    shown = omar_client.post(page_of(track), {"response": "on"})
    (button,) = select(shown, 'button[name="confirm"]')
    send(omar_client, track.topics.get(name="14_1"), "assessed")
    asked = {"response": "on", "confirm": str(button.attributes["value"])}
    late = omar_client.post(page_of(track), asked)
    assert "The turns have changed since" in " ".join(texts(late, "main"))
    assert assessed(track) == {"14_1"}


def test_without_script_the_boxes_are_a_form(track: Track, omar_client: Client) -> None:
    topic = track.topics.get(name="14_2")
    address = f"{page_of(track)}{topic.uuid}/mark/"
    shown = omar_client.post(address, {"assessed": "on", "seen": 0}, follow=True)
    assert facts(shown)["assessed"] == "1"
    (cell,) = select(shown, "td[aria-current]")
    assert cell.attributes["data-name"] == "14_2"
    late = omar_client.post(address, {"unanswerable": "on", "seen": 0}, follow=True)
    assert "Somebody else decided" in " ".join(texts(late, "main"))
    assert unanswerable_topics(track) == set()


def test_only_organizers_have_the_page(track: Track, bea_client: Client) -> None:
    assert bea_client.get(page_of(track)).status_code == 404
    assert send(bea_client, track.topics.get(name="14_2")).status_code == 404


def test_an_empty_track_says_what_to_do_first(omar: User, omar_client: Client) -> None:
    track = make_track(profile="ikat24", organizer=omar)
    assert texts(omar_client.get(page_of(track)), ".empty h2") == ["No turns yet"]
