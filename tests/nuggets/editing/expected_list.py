"""The expected result of each action, without any of the project's code."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from hypothesis.stateful import RuleBasedStateMachine, invariant

from nuggets.editing.steps.history import history_of
from nuggets.models import BankVersion, Edit, Listing, Nugget
from tests.nuggets.editing.post_edit import PostEdit
from tests.nuggets.editing.windows import Queued, Window

ON_ONE = (
    "vital", "okay", "unset", "up", "down", "reword", "delete", "map", "map_new",
    "split", "merge", "add",
)  # fmt: skip


class Entry(NamedTuple):
    """A nugget in the model: its slot stays when it is reworded."""

    slot: int
    text: str
    importance: str
    goal: str


def apply(state: list[Entry], queued: Queued, at: int | None, more: Any) -> list[Entry]:  # noqa: ANN401
    """Return the result of an action; `at` is the place of its nugget."""
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
    """Return the list with several nuggets merged, in the place of the topmost."""
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


class ExpectedList(RuleBasedStateMachine):
    """The expected list; every response and every state is compared with it."""

    made: PostEdit
    windows: list[Window]
    goals: dict[UUID, str]  # the sub-narratives' texts
    slots: dict[UUID, int]  # by name
    next_slot: int
    accepted: dict[UUID, tuple[UUID, int, Any]]  # by key
    frozen: dict[UUID, list[tuple[str, str, str]]]
    version: BankVersion
    open: bool
    revision: int
    at: int  # the index of the current state
    looked_after: int = 0  # requests
    states: list[list[Entry]]

    def begin(self, rows: list[tuple[str, str, str]]) -> None:
        """Begin with a version that was just opened."""
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

    def exchange(self, window: Window, queued: Queued) -> Any:  # noqa: ANN401
        """Send one action; compare the response with the model's."""
        made = Nugget.objects.count()
        answer = window.send(queued)
        assert answer.status_code in (200, 409)
        known = self.accepted.get(queued.key)
        if known:  # it counted before, and is answered the same
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
        """Return whether an action is based on the list that its person saw."""
        if not self.open or queued.version != self.version.uuid:
            return False
        if queued.after is None:
            return queued.seen == self.revision
        before = self.accepted.get(queued.after)
        return before is not None and before[:2] == (queued.version, self.revision)

    def may_be_refused(self, queued: Queued) -> bool:
        """Return whether an action is stale, or its nugget no longer exists."""
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
            new = self.as_it_came(now)  # it followed the nugget's successor
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
        """Use a list that the model cannot predict: slots by equal rows."""
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
    def what_is_stored_is_what_was_accepted(self) -> None:
        """Compare the database with the model after each step with a request."""
        requests = sum(window.requests for window in getattr(self, "windows", ()))
        if requests == self.looked_after:
            return
        self.looked_after = requests
        self.the_list_is_the_models()
        self.the_history_holds_every_accepted_action_once()
        self.frozen_lists_stand_as_they_were_seen()

    def the_list_is_the_models(self) -> None:
        rows = [entry[1:] for entry in self.states[self.at]]
        assert self.listed(self.version) == rows

    def the_history_holds_every_accepted_action_once(self) -> None:
        edits = Edit.objects.filter(version__bank=self.made.bank)
        keys = list(edits.values_list("key", flat=True))
        assert len(keys) == len(self.accepted)
        assert set(keys) == set(self.accepted)
        own = edits.filter(version=self.version).values_list("number", flat=True)
        assert list(own) == list(range(1, self.revision + 1))
        self.version.refresh_from_db()
        assert self.version.revision == self.revision
        assert (self.version.state == BankVersion.OPEN) == self.open
        history = history_of(self.version)
        lengths = (len(history.done), len(history.undone))
        assert lengths == (self.at, len(self.states) - 1 - self.at)

    def frozen_lists_stand_as_they_were_seen(self) -> None:
        for uuid, rows in self.frozen.items():
            assert self.listed(BankVersion.objects.get(uuid=uuid)) == rows
