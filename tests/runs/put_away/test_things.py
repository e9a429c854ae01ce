"""Everything of an organizer can be put away and restored, by page and by command."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.work.overview import work_of
from nuggets.models import Bank
from runs.models import PutAway, Topic
from runs.put_away.actions import NotNow
from runs.put_away.registry import all_thing_kinds, hanging_on, thing_kind
from tests.page import markup, texts
from tests.query_counts.world import World
from tests.runs.import_form import bring_in, sentence
from tests.runs.put_away.things import away, back, thing_of, totals

pytestmark = pytest.mark.both_stacks

NUGGETS = json.dumps(
    {
        "query": "Why?",
        "qid": "14",
        "nuggets": [{"text": "It is cold.", "importance": "vital"}],
    }
)
KINDS = (
    *("run", "topic", "judge", "bank", "condition", "board", "question_bank"),
    *("import", "track"),
)


def test_everything_that_an_organizer_makes_can_be_put_away() -> None:
    assert {kind.name for kind in all_thing_kinds()} == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_a_thing_comes_back_as_it_was(world: World, name: str) -> None:
    before = totals(world)
    away(world, name)
    assert (
        not thing_kind(name).at_hand(world.track).filter(uuid=world.ids[name]).exists()
    )
    back(world, name)
    assert totals(world) == before
    assert not PutAway.objects.standing().exists()


@pytest.mark.parametrize("name", KINDS)
def test_its_page_counts_what_hangs_on_it_and_puts_it_away(
    world: World, name: str, omar_client: Client
) -> None:
    page = f"/tracks/{world.track.uuid}/put-away/{name}/{world.ids[name]}/"
    said = markup(omar_client.get(page))
    for noun in hanging_on(thing_kind(name), thing_of(world, name)):
        assert noun in texts(said, "dt")
    assert omar_client.post(page).status_code == 302
    assert thing_of(world, name).deleted_at
    assert omar_client.get(page).status_code == 404
    if name != "track":
        listed = omar_client.get(f"/tracks/{world.track.uuid}/put-away/")
        assert f"{page}restore/" in markup(listed)
        omar_client.post(f"{page}restore/")
        assert thing_of(world, name).deleted_at is None


@pytest.mark.parametrize("name", ["topic", "judge", "bank", "condition"])
def test_a_name_that_was_taken_is_told(world: World, name: str) -> None:
    thing = away(world, name)
    copy = type(thing)._base_manager.get(pk=thing.pk)
    copy.pk, copy.uuid, copy.deleted_at = None, uuid4(), None
    copy.save()
    with pytest.raises(NotNow, match="by now"):
        back(world, name)


def test_nobody_finds_a_track_put_away_but_its_organizers_on_their_home_page(
    world: World, ada_client: Client, omar_client: Client, bea_client: Client
) -> None:
    track = f"/tracks/{world.track.uuid}/"
    work = f"/work/{world.ids['relevance']}/relevance/"
    assert ada_client.get(work).status_code in (200, 302)
    away(world, "track")
    assert ada_client.get(work).status_code == 404
    assert work not in markup(ada_client.get("/"))
    for page in ("", "runs/", "people/", "put-away/", "scores/"):
        assert omar_client.get(track + page).status_code == 404, page
    restoring = f"{track}restore/"
    assert restoring in markup(omar_client.get("/"))
    for other in (ada_client, bea_client):
        assert restoring not in markup(other.get("/"))
        assert other.post(restoring).status_code == 404
    assert omar_client.get(restoring).status_code == 405
    assert omar_client.post(restoring).status_code == 302
    assert omar_client.get(track).status_code == 200
    assert omar_client.post(restoring).status_code == 404


def test_the_inbox_and_its_numbers_are_the_same_after_a_track_came_back(
    world: World, ada: User
) -> None:
    held = Allocation.objects.held_by(ada)
    before = [(each.allocation.pk, each.progress) for each in work_of(held)]
    away(world, "track")
    assert not Allocation.objects.held_by(ada).filter(track=world.track).exists()
    back(world, "track")
    after = [
        (each.allocation.pk, each.progress)
        for each in work_of(Allocation.objects.held_by(ada))
    ]
    assert after == before


def test_the_bank_of_a_foreign_track_is_not_found(
    world: World, omar: User, omar_client: Client
) -> None:
    other = Bank.objects.exclude(track=world.track).first()
    assert other
    page = f"/tracks/{world.track.uuid}/put-away/bank/{other.uuid}/"
    assert omar_client.get(page).status_code == 404
    assert omar_client.post(page).status_code == 404


@pytest.mark.parametrize("name", KINDS)
def test_a_command_puts_a_thing_away_and_restores_it(world: World, name: str) -> None:
    before, thing = totals(world), thing_of(world, name)
    kind = thing_kind(name)
    given = (world.track.slug, name, kind.name_of(thing))
    told = StringIO()
    call_command("put_away", *given, stdout=told)
    assert "is put away. --undo restores it." in told.getvalue()
    assert thing_of(world, name).deleted_at
    with pytest.raises(CommandError, match="at hand"):
        call_command("put_away", *given)
    call_command("put_away", *given, "--undo", stdout=told)
    assert totals(world) == before


def test_a_command_says_what_hangs_on_it_and_why_it_cannot(world: World) -> None:
    told = StringIO()
    call_command("put_away", world.track.slug, "judge", "machine", stdout=told)
    assert "assignment labels" in told.getvalue()
    assert "with condition main" in told.getvalue()
    with pytest.raises(CommandError, match="People’s labels are not put away"):
        call_command("put_away", world.track.slug, "judge", world.person.name)
    with pytest.raises(CommandError, match="There is no track 'none'"):
        call_command("put_away", "none", "run", "run-0")


def test_the_overview_tells_labels_put_away_apart(
    world: World, omar_client: Client
) -> None:
    page = f"/tracks/{world.track.uuid}/"
    assert "labels put away" not in markup(omar_client.get(page))
    away(world, "run")
    gone = sum(number for _kind, number in totals(world)["away"])
    said = markup(omar_client.get(page))
    assert f'<dt>labels put away</dt><dd><a href="{page}put-away/">{gone}</a>' in said


TWINS = {
    "topic": ("topics", "14\tWhat else?\n"),
    "judge": ("qrels", "14 0 doc#0 1\n"),
    "bank": ("nuggets", NUGGETS),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_file_makes_no_twin_of_what_is_put_away(world: World, name: str) -> None:
    Topic.objects.filter(uuid=world.ids["topic"]).update(name="14")
    thing, (kind, content) = away(world, name), TWINS[name]
    row = bring_in(world.track, kind, content, judge=thing.name, bank=thing.name)
    assert sentence(row).lower().startswith(f"put away, with all labels: {name} ")
    back(world, name)
