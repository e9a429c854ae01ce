"""The registry of screens: the types of work that can be handed out.

New work is one registration by the app that has its page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from config.operations.readings import Reading, read, together
from config.registry import Registry

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import Q, QuerySet

    from accounts.models import User
    from assess.judging.models import Allocation, Round, Slot
    from runs.models import Topic, Track


class UnknownScreen(LookupError):
    """No screen is registered for that work."""


class Progress(NamedTuple):
    """How much of some work is done; `unit` names what is counted, in the plural.

    Skipped items wait for the organizers, and are not left for the assessor.

    Work without a count describes its state in `note`, and `opened` tells whether
    anybody began it.
    """

    done: int
    total: int
    unit: str = "labels"
    note: str = ""
    opened: bool = False
    skipped: int = 0

    @property
    def left(self) -> int:
        """Return how much is still to do."""
        return max(0, self.total - self.done - self.skipped)

    @property
    def complete(self) -> bool:
        """Return whether everything is done and the work can be finished."""
        return self.total > 0 and not self.left

    @property
    def begun(self) -> bool:
        """Return whether anything is done already."""
        return self.opened or self.done > 0

    @property
    def verb(self) -> str:
        """Return what its person does next with the work."""
        if self.complete:
            return "Finish"
        return "Continue" if self.begun else "Begin"


class Subject(NamedTuple):
    """A subject of work, such as a bank: its uuid and its name."""

    uuid: str
    name: str


@dataclass(frozen=True)
class Steps:
    """What people do in work other than judging, one row per step.

    `rows` returns every step, with `at` and `active_ms`. `by`, `topic` and `subject`
    are the lookups from a step to its person, its topic, and the uuid of the work's
    subject: "" if the topic is enough. `are_changes`: the steps are changes of labels,
    and already counted as such.
    """

    rows: Callable[[], QuerySet[Any]]
    by: str
    topic: str
    subject: str = ""
    are_changes: bool = False


def _everywhere(_track: Track) -> bool:
    return True


def in_conversations(work: str) -> Callable[[Track], bool]:
    """Return whether a track has conversations, or handed out this work before."""

    def fits(track: Track) -> bool:
        handed_out = track.allocations.filter(work=work)
        return track.profile.topics == "conversations" or handed_out.exists()

    return fits


ProgressOf = Callable[["Sequence[Allocation]"], Reading[dict[int, Progress]]]


class Pause(NamedTuple):
    """Why a person gets no more work, and the page where the organizer can end that."""

    reason: str
    url: str


@dataclass(frozen=True)
class Screen:
    """Some work and its page.

    `url_name` takes an allocation's uuid. `progress` is the reading that maps row
    numbers of allocations to the progress of each. `subjects` returns the rows (uuid,
    name) of the possible subjects of a track's work, None if the topic is enough;
    `topics` selects the topics that can be worked on for one subject. Only one person
    at a time can have a topic of exclusive work. Work that `shows_machine` can be
    handed out with a machine's labels to correct, work that `has_rounds` under a stored
    protocol, unless `not_in_round` returns a reason why not, "" for none; if it
    `is_trained`, a round's training comes first. `orders` are the other orders of its
    items, each with its words. `settles` names the kind of label whose disputes the
    work shows and settles; "" for none. `steps` contain its time, None if its labels
    do. Tracks that it does not fit omit it. Screens are listed by `turn`.

    Work that is not for every assessor has `open_to`, the row numbers of the people who
    may do it for a subject, `closed`, why others may not, and `withheld`, the slots of
    a shared queue that are not offered to a person now. `finished` is called in the
    transaction that ends the work. `notices` returns the messages about it for a
    person's home page, `pause` why a person gets no more of a track's, for the
    organizer. `waits` returns the work that has to be finished before some work;
    `unfit` returns why work with nothing left cannot be finished yet.
    """

    name: str
    title: str
    verb: str
    url_name: str
    progress: ProgressOf
    topics: Callable[[Track, str], QuerySet[Topic]]
    turn: int
    subjects: Callable[[Track], QuerySet[Any, Any]] | None = None
    exclusive: bool = False
    shows_machine: bool = False
    has_rounds: bool = False
    not_in_round: Callable[[Round], str] | None = None
    is_trained: bool = False
    orders: tuple[tuple[str, str], ...] = ()
    settles: str = ""
    steps: Steps | None = None
    fits: Callable[[Track], bool] = _everywhere
    open_to: Callable[[str], set[int]] | None = None
    closed: str = ""
    withheld: Callable[[User, QuerySet[Slot]], Q] | None = None
    finished: Callable[[Allocation, datetime], None] | None = None
    notices: Callable[[User], list[str]] | None = None
    pause: Callable[[Track, User], Pause | None] | None = None
    waits: Callable[[Allocation], Allocation | None] | None = None
    unfit: Callable[[Allocation], str] | None = None


SCREENS: Registry[Screen] = Registry(
    "work", order=attrgetter("turn"), unknown=UnknownScreen
)
register, get_screen, all_screens = SCREENS.register, SCREENS.get, SCREENS.all


def all_steps() -> tuple[Steps, ...]:
    """Return the steps of all types of work, each of them once."""
    return tuple({screen.steps: None for screen in all_screens() if screen.steps})


def progress_of(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return the progress of each allocation, by row number."""
    return read(progress_reading(allocations))


def progress_reading(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation, by row number.

    Types of work with the same counting function are counted together. Work without a
    registered page counts as nothing to do.
    """
    ways = {screen.name: screen.progress for screen in all_screens()}
    own: dict[ProgressOf, list[Allocation]] = {}
    for allocation in allocations:
        if allocation.work in ways:
            own.setdefault(ways[allocation.work], []).append(allocation)
    found: dict[int, Progress] = {}
    every = yield from together(*(count(works) for count, works in own.items()))
    for each in every:
        found |= each
    return {work.pk: found.get(work.pk, Progress(0, 0)) for work in allocations}
