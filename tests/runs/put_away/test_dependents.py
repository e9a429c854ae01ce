"""What depends on a thing is put away and restored with it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.models import Allocation, Judge
from assess.judging.queues.listing import slots_for
from nuggets.conditions.actions import save_condition
from nuggets.models import Bank, Condition
from runs.models import Import, PutAway, Run, Topic
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.registry import thing_kind
from tests.make import NOW, turn_into
from tests.page import markup
from tests.query_counts.world import World
from tests.runs.put_away.things import away, back, thing_of, totals

pytestmark = pytest.mark.both_stacks


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
    said = markup(client.get(page))
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
