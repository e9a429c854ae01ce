"""What is available after putting away and restoring in any order.

A thing is available while it is not put away; work, and a label, while everything that
it depends on is available. This definition reads rows one by one and does not depend on
the order of actions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from assess.analysis.over_time.history import given_in
from assess.judging.adjudication.actions import close_adjudication
from assess.judging.judges.listing import judge_rows
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.availability import labels_away
from assess.judging.labels.counts import label_counts
from assess.judging.labels.reader import labels_of
from assess.judging.models import Adjudication, Allocation, Change, Judge, Label, Slot
from assess.judging.overview.grid import grid_of
from assess.judging.queues.listing import queue_rows, queues_for
from assess.judging.work.overview import work_of
from assess.kinds.need.models import NeedLabel
from nuggets.models import Bank, Condition, Listing
from runs.models import Import, PutAway, Run, Track
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.listing import things_away
from runs.put_away.registry import all_thing_kinds, thing_kind
from tests.query_counts.world import World

# The same code runs on both databases; differences are tested in test_restoring.
pytestmark = pytest.mark.stack("embedded")
KINDS = ("track", "topic", "run", "bank", "judge", "import", "condition")


@pytest.fixture
def world(ada: User, omar: User) -> World:
    """Every type of work, and several of each thing, on two topics."""
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
    for settled in Adjudication.objects.filter(track=world.track):
        if settled.judge.name.endswith("_done"):
            Allocation.objects.filter(subject=str(settled.uuid)).update(
                finished_at=timezone.now()
            )
            close_adjudication(settled, now=timezone.now())
    # The track does not ask which sentences need a citation.
    Allocation.objects.filter(work="need").delete()
    Change.objects.filter(kind="need").delete()
    NeedLabel.objects.all().delete()
    done = Allocation.objects.get(uuid=world.ids["assignment_done"])
    Allocation.objects.filter(pk=done.pk).update(finished_at=timezone.now())
    return world


def things(world: World) -> list[tuple[str, UUID]]:
    """Return some things of each type that can be put away, in a fixed order."""
    return [
        (name, thing.uuid)
        for name in KINDS
        for thing in thing_kind(name).rows(world.track).order_by("pk")[:4]
    ]


def turn(world: World, place: int) -> None:
    """Put an available thing away, or restore it; do nothing if it is not possible."""
    every = things(world)
    name, uuid = every[place % len(every)]
    kind = thing_kind(name)
    thing = kind.rows(world.track).get(uuid=uuid)
    act = restore if thing.deleted_at else put_away
    try:
        act(kind, thing, track=world.track, by=None, now=timezone.now())
    except NotNow:
        return


def restore_all(world: World, order: list[int]) -> None:
    """Restore everything, repeatedly until nothing is left."""
    every = things(world)
    for name, uuid in [every[n % len(every)] for n in order] + every * len(KINDS):
        kind = thing_kind(name)
        thing = kind.put_away(world.track).filter(uuid=uuid).first()
        if thing:
            try:
                restore(kind, thing, track=world.track, by=None, now=timezone.now())
            except NotNow:
                continue


class Plain:
    """What is available, by the definition."""

    def __init__(self, world: World) -> None:
        self.track = Track.everything.get(pk=world.track.pk)
        self.away = {
            thing.uuid
            for kind in all_thing_kinds()
            for thing in kind.rows(self.track)
            if thing.deleted_at
        }
        self.banks_of: defaultdict[int, set[Bank]] = defaultdict(set)
        for each in Listing.objects.select_related("version__bank"):
            self.banks_of[each.nugget_id].add(each.version.bank)
        adjudications = Adjudication.everything.select_related("judge")
        self.judge_of = {
            str(each.uuid): each.judge.uuid
            for each in adjudications.filter(track=self.track)
        }

    def has(self, *rows: Any) -> bool:  # noqa: ANN401 - rows of any kind
        return not any(row.uuid in self.away for row in rows)

    def has_work(self, work: Allocation | Slot) -> bool:
        over = self.judge_of.get(work.subject, work.subject)
        here = not over or UUID(str(over)) not in self.away
        return here and self.has(self.track, work.topic)

    def work(self) -> list[Allocation]:
        rows = Allocation.objects.filter(track=self.track, released_at=None)
        rows = rows.select_related("topic")
        return [work for work in rows if self.has_work(work)]

    def slots(self) -> list[Slot]:
        rows = Slot.objects.filter(track=self.track, withdrawn_at=None)
        return [slot for slot in rows if self.has_work(slot)]

    def has_label(self, kind: Kind, label: Label) -> bool:
        response = topic = None
        if kind.name == "support":
            response = label.citation.sentence.response  # type: ignore[attr-defined]
        if kind.name == "assignment":
            response = label.response  # type: ignore[attr-defined]
            banks = self.banks_of[label.nugget_id]  # type: ignore[attr-defined]
            if banks and not any(map(self.has, banks)):
                return False
        if response:
            if response.deleted_at or not self.has(response.run):
                return False
            topic = response.topic
        return self.has(label.judge, topic or label.topic)  # type: ignore[attr-defined]

    def labels(self) -> dict[str, Counter[int]]:
        """Return the labels of each kind by judge, and under 0 those that are away."""
        found = {}
        for kind in kinds_of(self.track):
            rows = kind.model.objects.given().filter(judge__track=self.track)
            ways = [kind.topic, *(f"{one}__run" for one in kind.responses)]
            rows = rows.select_related("judge", *ways)
            found[kind.name] = Counter(
                label.judge_id if self.has_label(kind, label) else 0 for label in rows
            )
        return found


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes inside the block, and clear the cache."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def assert_plain(world: World) -> None:
    plain = Plain(world)
    assert_offered(world, plain)
    assert_counted(plain)
    assert_resting(plain)
    places = {(away.what, away.pk) for away in things_away(plain.track)}
    assert places == {
        (kind.name, thing.pk)
        for kind in all_thing_kinds()
        for thing in kind.rows(plain.track)
        if thing.deleted_at
    }


def assert_offered(world: World, plain: Plain) -> None:
    """Compare what an assessor and an organizer see with the definition."""
    works = plain.work()
    held = work_of(Allocation.objects.held_by(world.ada).filter(track=plain.track))
    assert {each.allocation.pk for each in held} == {each.pk for each in works}
    shown = Allocation.objects.held().filter(track=plain.track)
    assert set(shown) == set(works)
    queued = {slot for slot in plain.slots() if slot.work == "relevance"}
    rows = [row for row in queue_rows(plain.track) if row.screen.name == "relevance"]
    every = sum(len(row.free) + len(row.held) + len(row.finished) for row in rows)
    assert every == len(queued)
    own = {
        (allocation.work, allocation.topic_id, allocation.subject)
        for allocation in works
    }
    free = {
        slot.topic_id for slot in queued if (slot.work, slot.topic_id, "") not in own
    }
    offered = queues_for(world.ada, now=timezone.now())
    assert [
        queue.topics
        for queue in offered
        if queue.track == plain.track and queue.screen.name == "relevance"
    ] == ([len(free)] if free else [])


def assert_counted(plain: Plain) -> None:
    """Compare every total with the definition."""
    track, labels = plain.track, plain.labels()
    away = {kind.name: number for kind, number in labels_away(track)}
    assert away == {name: found[0] for name, found in labels.items() if found[0]}
    kinds = kinds_of(track)
    for row in judge_rows(track):
        expected = [labels[kind.name][row.judge.pk] for kind in kinds]
        assert row.labels == expected, row.judge
        if row.judge.kind != Judge.PANEL:
            row.judge.track = track
            assert [len(labels_of(row.judge, kind)) for kind in kinds] == expected
    again = set(track.judges.filter(kind=Judge.ADJUDICATION).values_list("pk"))
    counts = label_counts(track, now=timezone.now())
    for name, found in labels.items():
        here = sum(n for pk, n in found.items() if pk and (pk,) not in again)
        assert sum(map(sum, counts.kinds[name].values())) == here, name
    people = set(
        Judge.objects.people().filter(track=track).values_list("pk", flat=True)
    )
    given_now = sum(
        (Counter(span.labels) for span in given_in(track, ZoneInfo("UTC"))), Counter()
    )
    assert given_now == +Counter(
        {n: sum(found[pk] for pk in people) for n, found in labels.items()}
    )
    cells = [
        cell for _t, row in grid_of(track, now=timezone.now()).rows for cell in row
    ]
    works = plain.work()
    assert sum(cell.handed_out for cell in cells) == sum(
        allocation.work in {kind.name for kind in kinds} | {"nuggets", "subnarratives"}
        for allocation in works
    ) + sum(each.work.startswith("disputed_") for each in works)
    assert sum(cell.finished for cell in cells) == sum(
        bool(each.finished_at) for each in works
    )


def assert_resting(plain: Plain) -> None:
    """Check that nothing available depends on what is away."""
    for condition in Condition.objects.filter(track=plain.track):
        judges = [condition.assignment_judge, condition.qrels_judge]
        assert plain.has(condition.bank, *filter(None, judges)), condition
    for judge in Judge.objects.filter(track=plain.track, kind=Judge.PANEL):
        assert plain.has(*judge.members(manager="everything").all()), judge


turns = st.lists(st.integers(0, 30), min_size=1, max_size=9)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(done=turns, order=turns)
def test_whatever_went_and_came_what_is_at_hand_is_plain(
    world: World, done: list[int], order: list[int]
) -> None:
    before = Plain(world)
    first = {work.pk for work in before.work()}, before.labels()
    with undone():
        for place in done:
            turn(world, place)
        assert_plain(world)
        restore_all(world, order)
        after = Plain(world)
        assert not after.away
        assert not PutAway.objects.standing().exists()
        assert ({work.pk for work in after.work()}, after.labels()) == first
        assert_plain(world)
