"""How often runs decline unanswerable turns: the page and the command."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge, Slot
from assess.judging.turns.actions import mark_turn
from assess.judging.turns.marks import Marks
from matching.match.kind import MATCH
from matching.models import Batch
from runs.actions.acts import Act
from runs.models import Run, Track
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
)
from tests.page import texts


@pytest.fixture
def track(omar: User) -> Track:
    """Two turns, of which the second is unanswerable, and three runs."""
    track = make_track(profile="ikat24", organizer=omar)
    first, second = make_conversation(track)
    answers = {"guess": "Lettuce <b>.", "honest": "I do not know.", "silent": ""}
    for name, text in answers.items():
        run = make_run(track, name)
        make_response(run, first, ["I do not know."])
        make_response(run, second, [text])
    act = Act(by=omar, key=uuid4(), seen=0, now=NOW)
    mark_turn(second, Marks(unanswerable=True), act=act)
    return track


def printed(track: Track, *options: object) -> str:
    out = StringIO()
    call_command("declines", track.slug, *map(str, options), stdout=out)
    return out.getvalue()


def test_only_unanswerable_turns_and_answers_with_text_count(track: Track) -> None:
    found = json.loads(printed(track, "--format", "json"))
    assert found["turns"] == ["14_2"]
    assert "do not know" in found["phrases"]
    assert found["runs"] == {
        "guess": {"declined": 0, "answers": 1, "share": 0.0, "empty": 0, "open": 0},
        "honest": {"declined": 1, "answers": 1, "share": 1.0, "empty": 0, "open": 0},
        "silent": {"declined": 0, "answers": 0, "share": None, "empty": 1, "open": 0},
    }


def test_phrases_of_a_file_replace_the_usual_ones(track: Track, tmp_path: Path) -> None:
    file = tmp_path / "phrases.txt"
    file.write_text("lettuce\n\n", encoding="utf-8")
    lines = printed(track, "--phrases", file).splitlines()
    assert lines == [
        "run,declined,answers,share,empty,open",
        "guess,1,1,1.0,0,0",
        "honest,0,1,0.0,0,0",
        "silent,0,0,,1,0",
    ]
    file.write_bytes(b"\xff")
    with pytest.raises(CommandError, match=r"phrases\.txt is not UTF-8"):
        printed(track, "--phrases", file)


@pytest.mark.django_db
def test_without_such_a_turn_the_command_says_so() -> None:
    with pytest.raises(CommandError, match="No turn of this track is marked"):
        printed(make_track(profile="ikat24"))


def test_the_page_shows_shares_and_marks_the_phrase(
    track: Track, omar_client: Client
) -> None:
    page = omar_client.get(f"/tracks/{track.uuid}/matching/declines/")
    cells = texts(page, "[aria-label='Runs by declined turns'] tbody tr > *")
    assert cells == [
        *("guess", "0.0000", "0", "1", "0"),
        *("honest", "1.0000", "1", "1", "0"),
        *("silent", "–", "0", "0", "1"),
    ]
    marks = texts(page, "[aria-label='Answers to unanswerable turns'] .mark")
    assert marks == ["no", "yes"]
    assert texts(page, "mark") == ["do not know"]
    assert "Lettuce &lt;b&gt;." in page.content.decode()


def test_people_judge_instead_of_phrases(track: Track, omar_client: Client) -> None:
    address = f"/tracks/{track.uuid}/matching/declines/"
    for said in ("1 batch is in the shared queue.", "People have all of these answers"):
        page = omar_client.post(address, follow=True)
        assert said in " ".join(texts(page, "main, .message"))
    [batch] = Batch.objects.all()
    assert batch.topic.name == "14_2"
    assert Slot.objects.filter(subject=str(batch.uuid)).count() == 3
    people = make_judge(track, "people", kind=Judge.IMPORT)
    others = make_judge(track, "of other nuggets", kind=Judge.IMPORT)
    pair = batch.pairs.get(response__run__name="guess")
    make_label(MATCH, people, pair.nugget, pair.response, value="yes")
    page = omar_client.get(address, {"judge": str(people.uuid)})
    cells = texts(page, "[aria-label='Runs by declined turns'] tbody tr > *")
    assert cells == [
        *("guess", "1.0000", "1", "1", "0", "0"),
        *("honest", "–", "0", "1", "0", "1"),
        *("silent", "–", "0", "0", "1", "0"),
    ]
    assert "of other nuggets" not in texts(page, "[name=judge] option")
    found = json.loads(printed(track, "--format", "json", "--judge", people.name))
    assert found["judge"] == "people"
    assert found["runs"]["guess"]["share"] == 1.0
    assert others.name not in json.dumps(found)


def test_another_bank_of_that_name_is_not_taken_for_it(
    track: Track, omar_client: Client
) -> None:
    foreign = make_bank(track, "declined turns", origin="imported")
    version = make_version(foreign, track.topics.get(name="14_2"), ["Lettuce"])
    address = f"/tracks/{track.uuid}/matching/declines/"
    page = omar_client.post(address, follow=True)
    assert "Another bank is named “declined turns”." in " ".join(
        texts(page, ".message")
    )
    assert not Batch.objects.exists()
    nugget = version.listings.get().nugget
    judge = make_judge(track, "of lettuce", kind=Judge.IMPORT)
    response = track.runs.get(name="guess").responses.get(topic__name="14_2")
    make_label(MATCH, judge, nugget, response, value="yes")
    assert "of lettuce" not in texts(omar_client.get(address), "[name=judge] option")


def test_the_address_has_the_phrases(track: Track, omar_client: Client) -> None:
    address = f"/tracks/{track.uuid}/matching/declines/"
    page = omar_client.get(address, {"phrases": "lettuce\r\n"})
    assert texts(page, "mark") == ["Lettuce"]
    page = omar_client.get(address, {"phrases": "x" * 401})
    assert page.status_code == 422
    assert "at most 400 characters" in page.content.decode()
    assert texts(page, "table") == []


def test_a_run_put_away_is_not_listed(track: Track, omar_client: Client) -> None:
    Run.objects.filter(name="guess").update(deleted_at=NOW)
    assert "guess" not in printed(track)


def test_without_marks_the_page_says_what_to_do(omar: User, client: Client) -> None:
    track = make_track(profile="ikat24", organizer=omar)
    client.force_login(omar)
    page = client.get(f"/tracks/{track.uuid}/matching/declines/")
    assert texts(page, ".empty h2") == ["No unanswerable turns yet"]
