"""Nothing is lost when two people edit one list, in whatever order edits arrive.

Ada has the list open in two windows, Bea in one. Each window queues its actions and
sends them as the page's outbox does. Responses are lost; lists are finished and opened
again. A model without any of the project's code computes the expected results.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from assess.judging.models import Allocation
from nuggets.models import Edit, Listing
from runs.models import Membership, Topic
from tests.make import NOW, make_allocation
from tests.nuggets.editing.expected_list import ON_ONE, ExpectedList
from tests.nuggets.editing.post_edit import make_post_edit
from tests.nuggets.editing.windows import Queued, Window

STEPS = (*ON_ONE, "undo", "redo")
TEXTS = ("a", "b", "c\nd", "salt")
WORDINGS = ("cost", "place")
WINDOWS = st.integers(0, 2)


class TwoPeople(ExpectedList):
    """Three windows, one list."""

    @initialize()
    def start(self) -> None:
        number = User.objects.count()
        ada = User.objects.create_user(f"ada{number}")
        bea = User.objects.create_user(f"bea{number}")
        self.made = make_post_edit(ada)
        topic = self.made.topic
        Membership.objects.create(track=topic.track, user=bea, role=Membership.ASSESSOR)
        hers = make_allocation(topic, bea, self.made.bank, work="nuggets")
        works = (self.made.work, self.made.work, hers)
        self.windows = [Window(Client(), work) for work in works]
        for window in self.windows:
            window.client.force_login(window.work.assessor)
        self.goals = {one.uuid: one.text for one in self.made.subnarratives}
        self.slots = {}
        self.next_slot = 100
        self.accepted = {}
        self.frozen = {}
        self.begin(self.listed(self.made.version))

    def some(self, what: str) -> bool:
        """Return whether any window has something queued, or refused."""
        return any(getattr(one, what) for one in getattr(self, "windows", ()))

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
        window.end()
        mine = window.version == self.version.uuid
        if self.open and mine and window.known == self.revision:
            self.open = False
            self.frozen[self.version.uuid] = [e[1:] for e in self.states[self.at]]
            window.stale = True

    @precondition(lambda self: not getattr(self, "open", True))
    @rule(which=WINDOWS)
    def open_again(self, which: int) -> None:
        self.windows[which].post("reopen")
        # A person whose work stays finished may only look at the other's list.
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


@pytest.mark.stack("embedded")
@pytest.mark.django_db
@pytest.mark.parametrize("walks", [30, pytest.param(100, marks=pytest.mark.broad)])
def test_interleavings_of_two_people_lose_nothing(walks: int) -> None:
    run_state_machine_as_test(
        TwoPeople,
        settings=settings(
            max_examples=walks,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Topic.objects.count() >= walks
