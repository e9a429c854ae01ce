"""Whatever two people do to one list, in whatever order it arrives, nothing is lost.

Ada has the list open in two windows, Bea in one. Each window queues its actions and
sends them as the page's outbox does; answers get lost, lists are finished and opened
again. A model that knows none of the project's code says what has to come of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from assess.models import Allocation
from nuggets.editing.history import history_of
from nuggets.models import BankVersion, Edit, Listing, Nugget
from runs.models import Membership, Topic
from tests.make import NOW, make_allocation
from tests.nuggets.editing.post_edit import make_post_edit

ON_ONE = (
    "vital", "okay", "unset", "up", "down", "reword", "delete", "map", "map_new",
    "split", "merge", "add",
)  # fmt: skip
STEPS = (*ON_ONE, "undo", "redo")
TEXTS = ("a", "b", "c\nd", "salt")
WORDINGS = ("cost", "place")
WINDOWS = st.integers(0, 2)


class Entry(NamedTuple):
    """A nugget as the model knows it: its slot stays when it is reworded."""

    slot: int
    text: str
    importance: str
    goal: str


@dataclass(frozen=True)
class Queued:
    """One action on its way, as the browser keeps it."""

    key: UUID
    version: UUID
    action: str
    seen: int
    after: UUID | None = None
    nugget: UUID | None = None
    marked: tuple[UUID, ...] = ()
    text: str = ""
    goal: UUID | None = None
    wording: str = ""

    def body(self) -> dict[str, Any]:
        return {
            "key": str(self.key),
            "version": str(self.version),
            "action": self.action,
            "seen": self.seen,
            "after": self.after and str(self.after),
            "nugget": self.nugget and str(self.nugget),
            "marked": [str(name) for name in self.marked],
            "text": self.text,
            "subnarrative": self.goal and str(self.goal),
            "wording": self.wording,
        }


@dataclass
class Window:
    """A browser's window: what it shows, knows, and has not sent yet."""

    client: Client
    work: Allocation
    version: UUID | None = None
    known: int = 0  # the newest revision that it has heard of
    stale: bool = True  # it has to look before it goes on
    names: list[UUID] = field(default_factory=list)
    queue: list[Queued] = field(default_factory=list)
    refused: list[Queued] = field(default_factory=list)

    def send(self, queued: Queued) -> Any:  # noqa: ANN401 - the test client's answer
        return self.client.post(
            f"/api/work/{self.work.uuid}/nuggets/",
            queued.body(),
            content_type="application/json",
        )

    def post(self, part: str, **data: object) -> None:
        self.client.post(f"/work/{self.work.uuid}/nuggets/{part}/", data)


def apply(state: list[Entry], queued: Queued, at: int | None, more: Any) -> list[Entry]:  # noqa: ANN401
    """Return the list that an action makes; `at` is the place of its nugget."""
    new = list(state)
    if queued.action == "add":
        place = len(new) if at is None else at + 1
        return [*new[:place], Entry(more["slot"], queued.text, "", ""), *new[place:]]
    assert at is not None
    one = new[at]
    match queued.action:
        case "vital" | "okay" | "unset":
            value = "" if queued.action == "unset" else queued.action
            new[at] = one._replace(importance=value)
        case "up" | "down":
            new.insert(max(at + (1 if queued.action == "down" else -1), 0), new.pop(at))
        case "reword":
            new[at] = one._replace(text=queued.text)
        case "delete":
            del new[at]
        case "map" | "map_new":
            new[at] = one._replace(goal=more["goal"])
        case "split":
            lines = queued.text.split("\n")
            rest = [one._replace(slot=more["slot"] + i, text=t)
                    for i, t in enumerate(lines[1:])]  # fmt: skip
            new[at : at + 1] = [one._replace(text=lines[0]), *rest]
    return new


def merged(state: list[Entry], places: list[int], text: str) -> list[Entry]:
    """Return the list with several nuggets as one, in the place of the topmost."""
    parts = [state[place] for place in sorted(places)]
    given = [part.importance for part in parts]
    importance = "vital" if "vital" in given else "okay" if "okay" in given else ""
    goal = next((part.goal for part in parts if part.goal), "")
    one = Entry(parts[0].slot, text, importance, goal)
    gone = {part.slot for part in parts[1:]}
    return [
        one if entry.slot == one.slot else entry
        for entry in state
        if entry.slot not in gone
    ]


class TwoPeople(RuleBasedStateMachine):
    """Three windows, one list."""

    @initialize()
    def start(self) -> None:
        number = User.objects.count()
        ada = User.objects.create_user(f"ada{number}")
        bea = User.objects.create_user(f"bea{number}")
        self.made = make_post_edit(ada)
        topic = self.made.topic
        Membership.objects.create(track=topic.track, user=bea, role=Membership.ASSESSOR)
        hers = make_allocation(topic, bea, self.made.bank, kind="nuggets")
        works = (self.made.work, self.made.work, hers)
        self.windows = [Window(Client(), work) for work in works]
        for window in self.windows:
            window.client.force_login(window.work.assessor)
        self.goals = {one.uuid: one.text for one in self.made.subnarratives}
        self.slots: dict[UUID, int] = {}  # by name
        self.next_slot = 100
        self.accepted: dict[UUID, tuple[UUID, int, Any]] = {}  # by key
        self.frozen: dict[UUID, list[tuple[str, str, str]]] = {}
        self.begin(self.listed(self.made.version))

    def some(self, what: str) -> bool:
        """Say whether any window has something queued, or refused."""
        return any(getattr(one, what) for one in getattr(self, "windows", ()))

    def begin(self, rows: list[tuple[str, str, str]]) -> None:
        """Take up a version that was just opened."""
        found = BankVersion.objects.filter(bank=self.made.bank)
        self.version = found.latest("number")
        self.open, self.revision, self.at = True, 0, 0
        entries = [
            Entry(self.next_slot + place, *row) for place, row in enumerate(rows)
        ]
        self.next_slot += len(rows)
        self.states = [entries]

    def listed(self, version: BankVersion) -> list[tuple[str, str, str]]:
        rows = Listing.objects.filter(version=version).order_by("position", "pk")
        fields = ("nugget__text", "importance", "subnarrative__text")
        return [(a, b, c or "") for a, b, c in rows.values_list(*fields)]

    # What people do.

    @rule(which=WINDOWS)
    def look(self, which: int) -> None:
        window = self.windows[which]
        if window.queue:
            return
        rows = Listing.objects.filter(version=self.version).order_by("position", "pk")
        window.names = list(rows.values_list("nugget__uuid", flat=True))
        for name, entry in zip(window.names, self.states[self.at], strict=True):
            self.slots[name] = entry.slot
        window.version = self.version.uuid
        window.known, window.stale = self.revision, False

    @rule(
        which=WINDOWS,
        action=st.sampled_from(STEPS),
        place=st.integers(0, 4),
        marks=st.sets(st.integers(0, 4), max_size=3),
        text=st.sampled_from(TEXTS),
        goal=st.sampled_from([None, 0, 1]),
        wording=st.sampled_from(WORDINGS),
        online=st.sampled_from([True, True, False]),
    )
    def press(
        self,
        which: int,
        action: str,
        place: int,
        marks: set[int],
        text: str,
        goal: int | None,
        wording: str,
        online: bool,
    ) -> None:
        window = self.windows[which]
        if window.stale:
            self.look(which)  # as the page does by itself, once it has sent its queue
        names = window.names
        if window.stale or (action in ON_ONE and not names):
            return
        assert window.version
        queued = Queued(
            uuid4(),
            window.version,
            action,
            window.known,
            after=window.queue[-1].key if window.queue else None,
            nugget=names[place % len(names)] if names else None,
            text=text if action == "split" else text[0],
            goal=None if goal is None else self.made.subnarratives[goal].uuid,
            wording=wording,
        )
        if action == "merge":
            queued = replace(
                queued, marked=tuple(names[m] for m in marks if m < len(names))
            )
        window.queue.append(queued)
        if action == "add":
            names.insert(place % len(names) + 1, queued.key)
        elif action == "delete":
            names.remove(queued.nugget)  # type: ignore[arg-type]
        if online:
            self.send_all(window)

    @precondition(lambda self: self.some("queue"))
    @rule(which=WINDOWS)
    def back_online(self, which: int) -> None:
        self.send_all(self.windows[which])

    @precondition(lambda self: self.some("queue"))
    @rule(which=WINDOWS)
    def an_answer_gets_lost(self, which: int) -> None:
        window = self.windows[which]
        if window.queue:  # it stays there, and is sent again
            self.exchange(window, window.queue[0])

    def send_all(self, window: Window) -> None:
        while window.queue:
            queued = window.queue.pop(0)
            answer = self.exchange(window, queued)
            newest = answer.json()["version"]
            window.known = max(window.known, newest)
            if answer.status_code == 409:
                window.stale = True
                window.refused.append(replace(queued, seen=newest, after=None))

    @precondition(lambda self: self.some("refused"))
    @rule(which=WINDOWS)
    def try_again(self, which: int) -> None:
        window = self.windows[which]
        if window.refused:
            queued = window.refused.pop(0)
            newest = max(window.known, queued.seen)
            window.queue.insert(0, replace(queued, seen=newest))

    @precondition(lambda self: bool(getattr(self, "accepted", None)))
    @rule(which=WINDOWS, data=st.data())
    def send_an_old_one_again(self, which: int, data: st.DataObject) -> None:
        mine = [
            (key, said)
            for key, (_v, _n, said) in self.accepted.items()
            if said[0] == which
        ]
        if mine:
            _key, (_which, queued, _answer) = data.draw(st.sampled_from(mine))
            self.exchange(self.windows[which], queued)

    @precondition(lambda self: getattr(self, "revision", 0) > 2)
    @rule(which=WINDOWS)
    def finish(self, which: int) -> None:
        window = self.windows[which]
        if window.queue or window.stale:
            return
        window.post("finish", version=window.version, seen=window.known)
        mine = window.version == self.version.uuid
        if self.open and mine and window.known == self.revision:
            self.open = False
            self.frozen[self.version.uuid] = [e[1:] for e in self.states[self.at]]
            window.stale = True

    @precondition(lambda self: not getattr(self, "open", True))
    @rule(which=WINDOWS)
    def open_again(self, which: int) -> None:
        self.windows[which].post("reopen")
        # Whose work stays finished may look at the other's list, and no more.
        self.windows[0 if which == 2 else 2].post("reopen")
        self.begin(self.frozen[self.version.uuid])

    @precondition(lambda self: self.some("queue"))
    @rule()
    def bea_loses_her_work_for_a_moment(self) -> None:
        window = self.windows[2]
        if not window.queue:
            return
        rows = Allocation.objects.filter(pk=window.work.pk)
        rows.update(released_at=NOW)
        before = Edit.objects.count()
        assert window.send(window.queue[0]).status_code == 404
        assert Edit.objects.count() == before
        rows.update(released_at=None)

    # What has to come of it.

    def exchange(self, window: Window, queued: Queued) -> Any:  # noqa: ANN401
        """Send one action; hold the answer against the model's."""
        made = Nugget.objects.count()
        answer = window.send(queued)
        assert answer.status_code in (200, 409)
        known = self.accepted.get(queued.key)
        if known:  # it counted before, and says so again
            assert answer.status_code == 200
            assert answer.json()["version"] == known[1]
            assert answer.json()["nugget"] == known[2][2]
        elif self.expected(queued) and answer.status_code == 200:
            self.accept(window, queued, answer)
        else:
            assert answer.status_code == 409
            assert self.may_be_refused(queued)
            assert answer.json()["detail"]
            assert Nugget.objects.count() == made
        return answer

    def expected(self, queued: Queued) -> bool:
        """Say whether an action is on the list that its person saw."""
        if not self.open or queued.version != self.version.uuid:
            return False
        if queued.after is None:
            return queued.seen == self.revision
        before = self.accepted.get(queued.after)
        return before is not None and before[:2] == (queued.version, self.revision)

    def may_be_refused(self, queued: Queued) -> bool:
        """Say whether an action is stale, or what it is on has gone."""
        if not self.expected(queued):
            return True
        names = {queued.nugget, *queued.marked} if queued.action in ON_ONE else set()
        places = [self.place(name) for name in names]
        if queued.action == "merge" and None not in places:
            return len(self.together(queued)) < 2
        return None in places

    def place(self, name: UUID | None) -> int | None:
        slot = self.slots.get(name) if name else None
        slots = [entry.slot for entry in self.states[self.at]]
        return slots.index(slot) if slot in slots else None

    def together(self, queued: Queued) -> list[int]:
        places = [self.place(name) for name in queued.marked]
        found = list(dict.fromkeys(at for at in places if at is not None))
        own = self.place(queued.nugget)
        assert own is not None
        if len(found) < 2 and own not in found:
            found.append(own)
        if len(found) < 2:
            found = [own - 1, own] if own else [own]
        return found

    def accept(self, window: Window, queued: Queued, answer: Any) -> None:  # noqa: ANN401
        self.revision += 1
        body = answer.json()
        assert body["version"] == self.revision
        which = self.windows.index(window)
        said = (which, queued, body["nugget"])
        self.accepted[queued.key] = (queued.version, self.revision, said)
        self.step(queued)

    def step(self, queued: Queued) -> None:
        if queued.action in ("undo", "redo"):
            step = -1 if queued.action == "undo" else 1
            self.at = min(max(self.at + step, 0), len(self.states) - 1)
            return
        now = self.states[self.at]
        names = {queued.nugget, *queued.marked}
        if None in [self.place(name) for name in names]:
            new = self.as_it_came(now)  # it followed what came in the nugget's place
        elif queued.action == "merge":
            new = merged(now, self.together(queued), queued.text)
        else:
            goal = queued.wording if queued.action == "map_new" else ""
            if queued.action == "map" and queued.goal:
                goal = self.goals[queued.goal]
            more = {"slot": self.next_slot, "goal": goal}
            new = apply(now, queued, self.place(queued.nugget), more)
            self.slots[queued.key] = self.next_slot
            self.next_slot += 3
        if new != now:
            self.states = [*self.states[: self.at + 1], new]
            self.at += 1

    def as_it_came(self, before: list[Entry]) -> list[Entry]:
        """Take a list over that the model can't foretell: slots by equal rows."""
        free = list(before)
        new = []
        for row in self.listed(self.version):
            same = next((entry for entry in free if entry[1:] == row), None)
            if same:
                free.remove(same)
            else:
                self.next_slot += 1
            new.append(same or Entry(self.next_slot, *row))
        return new

    @invariant()
    def the_list_is_the_models(self) -> None:
        if not hasattr(self, "states"):
            return
        rows = [entry[1:] for entry in self.states[self.at]]
        assert self.listed(self.version) == rows

    @invariant()
    def the_history_holds_every_accepted_action_once(self) -> None:
        if not hasattr(self, "states"):
            return
        edits = Edit.objects.filter(version__bank=self.made.bank)
        assert edits.count() == len(self.accepted)
        assert set(edits.values_list("key", flat=True)) == set(self.accepted)
        own = edits.filter(version=self.version).values_list("number", flat=True)
        assert list(own) == list(range(1, self.revision + 1))
        self.version.refresh_from_db()
        assert self.version.revision == self.revision
        assert (self.version.state == BankVersion.OPEN) == self.open
        history = history_of(self.version)
        lengths = (len(history.done), len(history.undone))
        assert lengths == (self.at, len(self.states) - 1 - self.at)

    @invariant()
    def frozen_lists_stand_as_they_were_seen(self) -> None:
        for uuid, rows in getattr(self, "frozen", {}).items():
            assert self.listed(BankVersion.objects.get(uuid=uuid)) == rows


@pytest.mark.django_db
def test_a_hundred_interleavings_of_two_people_lose_nothing() -> None:
    run_state_machine_as_test(
        TwoPeople,
        settings=settings(
            max_examples=100,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Topic.objects.count() >= 100
