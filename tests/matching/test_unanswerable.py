"""Turns marked as unanswerable have no nugget scores; the pages say so."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.scores.arrays import Scored
from assess.judging.turns.actions import mark_turn
from assess.judging.turns.marks import Marks, marks_on
from matching.match.kind import MATCH
from matching.scores.basis import RESPONSES
from matching.scores.basis import Basis as MatchingBasis
from matching.scores.scoring import score_matching
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.actions.acts import Act
from runs.models import Topic, Track
from tests.make import (
    NOW,
    make_bank,
    make_conversation,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import texts


@pytest.fixture
def bases(omar: User) -> tuple[Basis, MatchingBasis]:
    """Two turns of one nugget each; the run has the first only."""
    track = make_track(profile="ikat24", organizer=omar)
    bank, judge, run = make_bank(track), make_judge(track), make_run(track, "run")
    values = (("support", "yes"), ("not_support", "no"))
    for turn, (assigned, matched) in zip(make_conversation(track), values, strict=True):
        (nugget,) = nuggets_of(make_version(bank, turn, ["one"]))
        response = make_response(run, turn)
        make_label(ASSIGNMENT, judge, nugget, response, value=assigned)
        make_label(MATCH, judge, nugget, response, value=matched)
    return Basis(bank, judge), MatchingBasis(bank, judge, RESPONSES)


def mark(topic: Topic, omar: User, *, unanswerable: bool) -> None:
    act = Act(by=omar, key=uuid4(), seen=marks_on(topic).number, now=NOW)
    mark_turn(topic, Marks(unanswerable=unanswerable), act=act)


def names(scored: Scored) -> list[str]:
    return [topic.name for topic in scored.topics]


def test_scores_leave_them_out_and_take_them_in_again(
    bases: tuple[Basis, MatchingBasis], omar: User
) -> None:
    nuggets, matching = bases
    turn = Topic.objects.get(name="14_2")
    for unanswerable, left in (
        (False, ["14_1", "14_2"]),
        (True, ["14_1"]),
        (False, ["14_1", "14_2"]),
    ):
        mark(turn, omar, unanswerable=unanswerable)
        assert names(score_nuggets(nuggets)) == left
        assert names(score_matching(matching)) == left


def test_pages_say_how_many(
    bases: tuple[Basis, MatchingBasis], omar: User, omar_client: Client
) -> None:
    nuggets, _ = bases
    track: Track = nuggets.bank.track
    mark(Topic.objects.get(name="14_2"), omar, unanswerable=True)
    said = "1 turn is marked as unanswerable and has no score."
    for address in ("scores/nuggets/", "scores/matching/", "matching/"):
        page = omar_client.get(f"/tracks/{track.uuid}/{address}")
        assert said in " ".join(texts(page, "main")), address
