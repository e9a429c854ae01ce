"""The page of the statements that runs chose, by a judge's labels."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import PTKB
from runs.models import PtkbStatement, Topic, Track
from tests.make import (
    make_conversation,
    make_judge,
    make_label,
    make_person,
    make_track,
)
from tests.page import texts

STATEMENTS = ("I sail.", "I am cold.", "I have a dog.")


@pytest.fixture
def turns(ada: User, omar: User) -> list[Topic]:
    """Two turns; Ada finds the first two statements relevant to the first turn."""
    track = make_track(profile="ikat24", organizer=omar, assessors=[ada])
    found = make_conversation(track, statements=STATEMENTS)
    choose(make_person(ada, track), {found[0]: (1, 1, 0), found[1]: (0, 0, 0)})
    return found


def choose(judge: Judge, chosen: dict[Topic, tuple[int, ...]]) -> None:
    """Label statements as relevant to turns, or not."""
    said = PtkbStatement.objects.filter(conversation__track=judge.track).order_by("pk")
    for turn, flags in chosen.items():
        for statement, flag in zip(said, flags, strict=True):
            value = "relevant" if flag else "not_relevant"
            make_label(PTKB, judge, turn, statement, value=value)


def make_run_choice(
    track: Track, name: str, chosen: dict[Topic, tuple[int, ...]]
) -> None:
    """Make the import of a run's choice."""
    choose(make_judge(track, name, kind="import"), chosen)


def address(track: Track) -> str:
    return f"/tracks/{track.uuid}/matching/statements/"


def rows(client: Client, track: Track, query: str = "") -> list[list[str]]:
    page = client.get(address(track) + query)
    assert page.status_code == 200
    names = texts(page, "tbody th")
    cells = texts(page, "tbody td")
    return [[name, *cells[6 * at : 6 * at + 6]] for at, name in enumerate(names)]


def test_runs_are_scored_turn_by_turn(turns: list[Topic], omar_client: Client) -> None:
    """The worked example: {3, 8} relevant and {3, 5} chosen is a half throughout."""
    track, (first, second) = turns[0].track, turns
    make_run_choice(track, "half", {first: (1, 0, 1), second: (0, 0, 0)})
    make_run_choice(track, "keen", {first: (1, 1, 0), second: (0, 1, 0)})
    make_run_choice(track, "mute", {second: (0, 0, 0)})
    assert rows(omar_client, track) == [
        ["half", "0.5000", "0.5000", "0.5000", "1", "1.0000", "1"],
        ["keen", "1.0000", "1.0000", "1.0000", "1", "0.0000", "1"],
        ["mute", "0.0000", "0.0000", "0.0000", "1", "1.0000", "1"],
    ]


def test_any_judge_can_be_the_reference(
    turns: list[Topic], omar_client: Client
) -> None:
    track = turns[0].track
    for name in ("a", "b"):
        make_run_choice(track, name, {turns[0]: (0, 0, 1)})
    judge = track.judges.get(name="a")
    found = rows(omar_client, track, f"?judge={judge.uuid}")
    assert [row[:4] for row in found] == [["b", "1.0000", "1.0000", "1.0000"]]
    assert omar_client.get(f"{address(track)}?judge=x").status_code == 404


def test_it_says_what_is_missing(turns: list[Topic], omar_client: Client) -> None:
    track = turns[0].track
    assert "No run’s choice yet" in omar_client.get(address(track)).content.decode()


def test_it_says_what_to_do_first_and_is_for_organizers(
    omar: User, omar_client: Client, ada_client: Client
) -> None:
    track = make_track(profile="ikat24", organizer=omar)
    page = omar_client.get(address(track)).content.decode()
    assert "No statement judged yet" in page
    assert ada_client.get(address(track)).status_code == 404
