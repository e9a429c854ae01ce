"""After any edits of a list, undoing all gives the draft, redoing all the result."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from nuggets.editing.steps.command import Command, run_command
from nuggets.editing.steps.history import history_of
from nuggets.editing.steps.step import rows_of
from nuggets.kernel.listing import NotListed, Rows
from nuggets.models import Edit, Nugget
from tests.make import NOW
from tests.nuggets.editing.post_edit import act_of, make_post_edit

pytestmark = pytest.mark.both_stacks

ON_A_NUGGET = (
    "vital", "okay", "unset", "up", "down", "reword", "delete", "map", "map_new",
    "split", "merge", "add",
)  # fmt: skip
TEXTS = st.sampled_from(["a", "b", "c\nd", "salt"])


class Editing(RuleBasedStateMachine):
    """Edits of a list, and the list after each edit that is not undone."""

    @initialize()
    def start(self) -> None:
        self.ada = User.objects.create_user(f"ada{User.objects.count()}")
        self.made = make_post_edit(self.ada)
        self.draft = rows_of(self.made.version)
        self.states: list[Rows] = [self.draft]
        self.at = 0
        self.now = NOW
        self.nuggets = Nugget.objects.count()

    def run(self, command: Command) -> None:
        # Undo recognizes the sub-narrative that an edit created by the time of both.
        self.now += timedelta(seconds=1)
        act = replace(act_of(self.made.version, self.ada), now=self.now)
        run_command(self.made.version, command, act=act)

    @rule(
        action=st.sampled_from(ON_A_NUGGET),
        place=st.integers(0, 5),
        text=TEXTS,
        goal=st.sampled_from([None, 0, 1]),
    )
    def edit(self, action: str, place: int, text: str, goal: int | None) -> None:
        rows = rows_of(self.made.version)
        nugget = rows[place % len(rows)].nugget if rows else None
        one = None if goal is None else self.made.subnarratives[goal].pk
        command = Command(action, nugget, text, one, text.splitlines()[0])
        try:
            self.run(command)
        except NotListed:
            return
        now = rows_of(self.made.version)
        if now != rows:
            self.states = [*self.states[: self.at + 1], now]
            self.at += 1

    @rule()
    def undo(self) -> None:
        self.run(Command("undo"))
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.run(Command("redo"))
        self.at = min(len(self.states) - 1, self.at + 1)

    @rule()
    def undo_all_then_redo_all(self) -> None:
        for _ in range(self.at):
            self.run(Command("undo"))
        assert rows_of(self.made.version) == self.draft
        for _ in range(len(self.states) - 1):
            self.run(Command("redo"))
        self.at = len(self.states) - 1

    @invariant()
    def the_list_is_what_the_history_says(self) -> None:
        if not hasattr(self, "states"):
            return
        assert rows_of(self.made.version) == self.states[self.at]
        history = history_of(self.made.version)
        assert len(history.done) == self.at
        assert len(history.undone) == len(self.states) - 1 - self.at

    @invariant()
    def nothing_is_ever_lost(self) -> None:
        if not hasattr(self, "states"):
            return
        assert Nugget.objects.count() >= self.nuggets
        self.nuggets = Nugget.objects.count()
        self.made.version.refresh_from_db()
        edits = Edit.objects.filter(version=self.made.version)
        assert edits.count() == self.made.version.revision


@pytest.mark.django_db
def test_undo_and_redo_lead_back_and_forth_through_any_history() -> None:
    run_state_machine_as_test(
        Editing,
        settings=settings(
            max_examples=15,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
