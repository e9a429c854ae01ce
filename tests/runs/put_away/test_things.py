"""Everything of an organizer can be put away and restored, with what depends on it."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.analysis.agreement.forms import first_judges
from assess.analysis.over_time.history import given_in
from assess.judging.judges.actions import create_panel
from assess.judging.judges.listing import judge_rows, labels_by_kind
from assess.judging.kinds import get_kind
from assess.judging.labels.at_hand import labels_away
from assess.judging.labels.cells import judged_cells
from assess.judging.labels.counts import label_counts
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge, Slot
from assess.judging.queues.listing import slots_for
from assess.judging.work.overview import work_of
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, Condition
from runs.models import Import, PutAway, Run, Topic, Track
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.registry import all_thing_kinds, hanging_on, thing_kind
from tests.make import NOW, turn_into
from tests.page import texts
from tests.query_counts.world import World
from tests.runs.bringing import bring_in, sentence

pytestmark = pytest.mark.both_stacks

NUGGETS = json.dumps(
    {
        "query": "Why?",
        "qid": "14",
        "nuggets": [{"text": "It is cold.", "importance": "vital"}],
    }
)
KINDS = ("run", "topic", "judge", "bank", "condition", "import", "track")


@pytest.fixture
def world(ada: User, omar: User) -> World:
    """A track with work of every kind, with one of each thing named."""
    world = World(ada, omar, size=1)
    row = Import.objects.create(
        track=world.track,
        kind="run",
        filename="run-0.jsonl",
        sha256="a" * 64,
        size=1,
        state=Import.LANDED,
    )
    Run.objects.filter(pk=world.runs[0].pk).update(source=row)
    world.name(**{"import": row})
    return world


def thing_of(world: World, name: str) -> Any:  # noqa: ANN401 - a row of any kind
    kind = thing_kind(name)
    return kind.rows(world.track).get(uuid=world.ids[name])


def away(world: World, name: str) -> Any:  # noqa: ANN401
    kind, thing = thing_kind(name), thing_of(world, name)
    put_away(kind, thing, track=world.track, by=None, now=timezone.now())
    return thing


def back(world: World, name: str) -> None:
    kind, thing = thing_kind(name), thing_of(world, name)
    restore(kind, thing, track=world.track, by=None, now=timezone.now())


def totals(world: World) -> dict[str, Any]:
    """Return every current total."""
    track = Track.everything.get(pk=world.track.pk)
    judge = Judge.everything.select_related("track").get(pk=world.judge.pk)
    judges = {row.judge.name: row.labels for row in judge_rows(track)}
    counts = label_counts(track, now=timezone.now()).kinds
    here = set(track.topics.values_list("pk", flat=True))
    return {
        "by judge": judges,
        "one judge": [number for _, number in labels_by_kind(judge)],
        "by topic": {
            kind: sum(sum(sides) for topic, sides in found.items() if topic in here)
            for kind, found in counts.items()
        },
        "labels": {
            kind: len(labels_of(judge, get_kind(kind)))
            for kind in ("relevance", "support", "assignment")
        },
        "cells": sum(judged_cells(track, get_kind("support"))[judge.pk].values()),
        "over time": sum(
            sum(span.labels.values()) for span in given_in(track, ZoneInfo("UTC"))
        ),
        "first": first_judges(track),
        "open work": Allocation.objects.open().filter(track=track).count(),
        "waiting": Slot.objects.filter(track=track, withdrawn_at=None).count(),
        "away": [(kind.name, number) for kind, number in labels_away(track)],
    }


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
    said = omar_client.get(page).content.decode()
    for noun in hanging_on(thing_kind(name), thing_of(world, name)):
        assert noun in texts(said, "dt")
    assert omar_client.post(page).status_code == 302
    assert thing_of(world, name).deleted_at
    assert omar_client.get(page).status_code == 404
    if name != "track":
        listed = omar_client.get(f"/tracks/{world.track.uuid}/put-away/")
        assert f"{page}restore/" in listed.content.decode()
        omar_client.post(f"{page}restore/")
        assert thing_of(world, name).deleted_at is None


def test_a_run_s_labels_leave_every_total_and_are_told_apart(world: World) -> None:
    before = totals(world)
    away(world, "run")
    after = totals(world)
    half = {"support": 0.5, "assignment": 0.5, "relevance": 1}
    for kind, share in half.items():
        assert after["labels"][kind] == before["labels"][kind] * share, kind
        assert after["by topic"][kind] == before["by topic"][kind] * share, kind
    assert after["cells"] == before["cells"] / 2
    assert after["one judge"] != before["one judge"]
    gone = sum(before["by topic"].values()) - sum(after["by topic"].values())
    settled = sum(number for _kind, number in after["away"]) - gone
    assert gone > 0
    assert settled >= 0, "adjudicated labels are in no total, but are away too"


def test_a_topic_leaves_inboxes_and_pools_with_its_labels_kept(
    world: World, ada: User
) -> None:
    assert any(each.topic.name == "topic" for each in Allocation.objects.held_by(ada))
    topic = away(world, "topic")
    assert not Allocation.objects.held_by(ada).filter(topic=topic).exists()
    assert not Topic.objects.filter(pk=topic.pk).exists()
    after = totals(world)
    assert after["away"]
    for kind in ("relevance", "support", "assignment"):
        (labels,) = [number for name, number in after["away"] if name == kind]
        assert labels > 0


def test_work_in_a_queue_waits_no_more_while_its_topic_is_away(
    world: World, ada: User
) -> None:
    slot = slots_for(ada, now=NOW).first()
    assert slot
    topic = thing_kind("topic")
    put_away(topic, slot.topic, track=world.track, by=None, now=NOW)
    assert slot.pk not in slots_for(ada, now=NOW).values_list("pk", flat=True)
    restore(topic, slot.topic, track=world.track, by=None, now=NOW)
    assert slot.pk in slots_for(ada, now=NOW).values_list("pk", flat=True)


def test_a_judge_takes_its_panels_and_conditions_along(world: World) -> None:
    members = [world.judge, world.person]
    panel = create_panel(world.track, "both", rule="first", members=members, now=NOW)
    condition = Condition.objects.get(name="main")
    named = save_condition(
        world.track, "by both", bank=world.bank, judge=panel, now=NOW
    )
    away(world, "judge")
    assert not Judge.objects.filter(pk__in=[world.judge.pk, panel.pk]).exists()
    assert not Condition.objects.exists()
    kind = thing_kind("condition")
    with pytest.raises(NotNow, match="which is put away"):
        restore(kind, named, track=world.track, by=None, now=NOW)
    with pytest.raises(NotNow, match="It is a panel over"):
        restore(thing_kind("judge"), panel, track=world.track, by=None, now=NOW)
    back(world, "judge")
    assert set(Condition.objects.all()) == {condition, named}
    assert Judge.objects.filter(pk=panel.pk).exists()


def test_people_s_labels_are_not_put_away(world: World) -> None:
    with pytest.raises(NotNow, match="People’s labels are not put away"):
        put_away(thing_kind("judge"), world.person, track=world.track, by=None, now=NOW)
    assert not PutAway.objects.exists()


def test_a_bank_takes_its_work_and_conditions_along(world: World, ada: User) -> None:
    bank = away(world, "bank")
    held = Allocation.objects.held_by(ada).open()
    assert not held.filter(subject=str(bank.uuid)).exists()
    assert not Condition.objects.filter(bank=bank).exists()
    back(world, "bank")
    assert held.filter(subject=str(bank.uuid)).exists()
    assert Condition.objects.filter(bank=bank).exists()


def test_a_condition_left_without_its_topics_goes_with_the_last(world: World) -> None:
    """Without any topic it would cover all of them."""
    topics = list(Topic.objects.filter(track=world.track)[:2])
    condition = Condition.objects.get(name="main")
    condition.topics.set(topics)
    kind = thing_kind("topic")
    put_away(kind, topics[0], track=world.track, by=None, now=NOW)
    assert Condition.objects.filter(pk=condition.pk).exists()
    put_away(kind, topics[1], track=world.track, by=None, now=NOW)
    assert not Condition.objects.filter(pk=condition.pk).exists()


def test_an_import_takes_the_run_of_its_file_along(world: World) -> None:
    away(world, "import")
    assert not Run.objects.visible().filter(pk=world.runs[0].pk).exists()
    assert not Import.objects.filter(uuid=world.ids["import"]).exists()
    back(world, "import")
    assert Run.objects.visible().filter(pk=world.runs[0].pk).exists()


def numbers_on(client: Client, page: str) -> dict[str, int]:
    """Return the counts on the page of a thing to put away, by noun."""
    said = client.get(page).content.decode()
    found = re.findall(r"<dt>([^<]+)</dt><dd>([\d,]+)</dd>", said)
    return {noun: int(number.replace(",", "")) for noun, number in found}


@pytest.mark.parametrize("name", ["run", "judge", "bank"])
def test_an_import_counts_what_hangs_on_all_that_its_file_made(
    world: World, name: str, omar_client: Client
) -> None:
    row = thing_of(world, "import")
    thing = thing_of(world, name)
    if name == "judge":
        turn_into(thing, Judge.IMPORT, sha256=row.sha256)
    if name == "bank":
        Bank.objects.filter(pk=thing.pk).update(origin=Bank.IMPORTED, sha256=row.sha256)
    if name != "run":
        Run.objects.filter(source=row).update(source=None)
    pages = f"/tracks/{world.track.uuid}/put-away/"
    own = numbers_on(omar_client, f"{pages}{name}/{thing.uuid}/")
    assert sum(number for noun, number in own.items() if noun.endswith("labels")) > 0
    assert numbers_on(omar_client, f"{pages}import/{row.uuid}/") == own


def test_an_import_counts_the_labels_on_each_of_its_runs(
    world: World, omar_client: Client
) -> None:
    row = thing_of(world, "import")
    runs = Run.objects.filter(track=world.track)
    pages = f"/tracks/{world.track.uuid}/put-away/"
    each = [numbers_on(omar_client, f"{pages}run/{run.uuid}/") for run in runs]
    runs.update(source=row)
    counted = numbers_on(omar_client, f"{pages}import/{row.uuid}/")
    for noun, number in counted.items():
        assert number == sum(one.get(noun, 0) for one in each), noun
    assert len(each) > 1


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
    assert work not in ada_client.get("/").content.decode()
    for page in ("", "runs/", "people/", "put-away/", "scores/"):
        assert omar_client.get(track + page).status_code == 404, page
    restoring = f"{track}restore/"
    assert restoring in omar_client.get("/").content.decode()
    for other in (ada_client, bea_client):
        assert restoring not in other.get("/").content.decode()
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
    assert "labels put away" not in omar_client.get(page).content.decode()
    away(world, "run")
    gone = sum(number for _kind, number in totals(world)["away"])
    said = omar_client.get(page).content.decode()
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
