"""Rankings are compared for every family of measures that has two conditions."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.conditions.actions import save_condition
from runs.models import RankedList, Run, Track
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_run,
    make_segment,
    make_topic,
    make_track,
)


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    """Two runs rank two segments in opposite ways; each judge prefers one run."""
    track = make_track(organizer=omar, assessors=[ada])
    segments = [make_segment(track, f"doc_{n}") for n in range(2)]
    runs = [make_run(track, f"ranked-{n}", task=Run.R) for n in range(2)]
    judges = [make_judge(track, name) for name in ("first", "second")]
    for name in ("1", "2"):
        topic = make_topic(track, name)
        for place, run in enumerate(runs):
            order = segments if place == 0 else segments[::-1]
            RankedList.objects.create(
                run=run, topic=topic, segment_ids=[s.pk for s in order], scores=[2, 1]
            )
        for liked, judge in zip(segments, judges, strict=True):
            for segment in segments:
                grade = "3" if segment == liked else "0"
                make_label(RELEVANCE, judge, topic, segment, value=grade)
    return track


def address(track: Track, query: str = "") -> str:
    return f"/tracks/{track.uuid}/agreement/rankings/{query}"


def test_the_first_family_with_two_conditions_is_shown(
    track: Track, omar_client: Client
) -> None:
    r = omar_client.get(address(track))
    assert r.context["form"].family.name == "retrieval"
    assert (r.context["left"], r.context["right"]) == (
        "first (baseline)",
        "second (baseline)",
    )


def test_two_judges_grades_rank_the_runs_as_they_do(
    track: Track, omar_client: Client
) -> None:
    found = omar_client.get(address(track, "?family=retrieval")).context["found"]
    assert found.tau.value == pytest.approx(-1.0)
    assert len(found.table.topics) == 2
    assert [row.run.name for row in found.moved] == ["ranked-0", "ranked-1"]


def test_a_family_without_two_conditions_says_what_it_takes(
    track: Track, omar_client: Client
) -> None:
    r = omar_client.get(address(track, "?family=support"))
    assert r.status_code == 200
    assert "Nothing to compare" in r.content.decode()


def test_saved_conditions_are_offered_with_their_qrels_and_topics(
    track: Track, omar_client: Client
) -> None:
    first, second = track.judges.filter(name__in=("first", "second")).order_by("name")
    grades = make_judge(track, "strange", kind=Judge.IMPORT)
    Judge.objects.filter(pk=grades.pk).update(parameters={"scale": Judge.OWN_SCALE})
    topics = list(track.topics.all()[:1])
    for name, qrels, held in (
        ("whole", first, []),
        ("part", first, topics),
        ("off", grades, []),
    ):
        save_condition(
            track,
            name,
            bank=make_bank(track, name),
            judge=second,
            qrels_judge=qrels,
            topics=held,
            now=NOW,
        )
    r = omar_client.get(address(track, "?family=retrieval"))
    saved, judges = r.context["form"].offered.groups
    assert (saved.title, judges.title) == ("Saved conditions", "Labels of")
    part = f"first (baseline), condition part: topic {topics[0].name} only"
    assert [each.says for each in saved.choices] == [
        "first (baseline), condition whole",
        part,
    ]
    # Not with another of the same labels, since these cannot differ.
    assert r.context["left"] == "first (baseline), condition whole"
    assert r.context["right"] == "second (baseline)"
    chosen = f"&left={quote(saved.choices[1].query)}"
    r = omar_client.get(address(track, f"?family=retrieval{chosen}"))
    assert (r.context["left"], r.context["right"]) == (part, "second (baseline)")
    assert r.context["found"].table.topics == tuple(topics)


def test_a_measure_of_another_family_is_rejected(
    track: Track, omar_client: Client
) -> None:
    query = "?family=retrieval&measure=V_strict"
    assert omar_client.get(address(track, query)).status_code == 422


def test_a_judge_of_another_track_is_no_condition(
    track: Track, omar: User, omar_client: Client
) -> None:
    other = make_judge(make_track(organizer=omar, name="other"), "stranger")
    assert Judge.objects.filter(pk=other.pk).exists()
    query = f"?family=retrieval&left=judge%3D{other.uuid}"
    assert omar_client.get(address(track, query)).status_code == 422
