"""The registry of screens: the kinds of work that can be handed to a person.

A new kind of work is one registration by the app whose page it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from assess.judging.skips import skipped_read_once
from config.registry import Registry

if TYPE_CHECKING:
    from django.db.models import Q, QuerySet

    from accounts.models import User
    from assess.judging.models import Allocation, Slot
    from runs.models import Topic, Track


class UnknownScreen(LookupError):
    """No page is registered for that kind of work."""


class Progress(NamedTuple):
    """How much of some work is done; `unit` names what is counted, in the plural.

    What was skipped waits for the organizers, and is not left for the assessor.

    Work that no count describes says in a `note` how it stands, and in `opened`
    whether anybody began it.
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
        """Say whether nothing but finishing it is left to do."""
        return self.total > 0 and not self.left

    @property
    def begun(self) -> bool:
        """Say whether there is anything to go on with."""
        return self.opened or self.done > 0


class Subject(NamedTuple):
    """Something that work can be over, such as a bank: its uuid and its name."""

    uuid: str
    name: str


@dataclass(frozen=True)
class Steps:
    """What people do in work that is no judging, one row a step.

    `rows` returns every step, with `at` and `active_ms`; `by`, `topic` and `subject`
    are the lookups from one to its person, its topic, and the uuid of what the work
    is over: "" where the topic is enough. `are_changes`: the steps are changes of
    labels, and counted among these.
    """

    rows: Callable[[], QuerySet[Any]]
    by: str
    topic: str
    subject: str = ""
    are_changes: bool = False


def _everywhere(_track: Track) -> bool:
    return True


def in_conversations(kind: str) -> Callable[[Track], bool]:
    """Return what fits tracks of conversations, and those that handed it out before."""

    def fits(track: Track) -> bool:
        handed_out = track.allocations.filter(kind=kind)
        return track.profile.topics == "conversations" or handed_out.exists()

    return fits


ProgressOf = Callable[["Sequence[Allocation]"], dict[int, Progress]]


@dataclass(frozen=True)
class Screen:
    """One kind of work and the page where it is done.

    `url_name` takes an allocation's uuid. `progress` maps row numbers of allocations
    to how far each is, in a number of queries that does not grow with theirs.
    `subjects` lists what a track's work can be over, None where the topic is enough;
    `topics` keeps the topics that can be worked on over one subject. Of exclusive
    work, only one person at a time holds a topic. Work that `shows_machine` can be
    handed out with a machine's labels to correct. `settles` names the kind of label
    that work shows as others gave it, and settles; "" for none. `steps` are where its
    time is kept, None where labels have it. A track that it does not fit leaves it
    out. Screens are listed by `turn`.

    Work that is not for every assessor has `open_to`, the row numbers of the people
    who may do it over a subject; and `withheld`, which of the slots of a shared queue
    are not offered to a person now.
    """

    name: str
    title: str
    verb: str
    url_name: str
    progress: ProgressOf
    topics: Callable[[Track, str], QuerySet[Topic]]
    turn: int
    subjects: Callable[[Track], list[Subject]] | None = None
    exclusive: bool = False
    shows_machine: bool = False
    settles: str = ""
    steps: Steps | None = None
    fits: Callable[[Track], bool] = _everywhere
    open_to: Callable[[str], set[int]] | None = None
    withheld: Callable[[User, QuerySet[Slot]], Q] | None = None


SCREENS: Registry[Screen] = Registry(
    "work", order=attrgetter("turn"), unknown=UnknownScreen
)
register, get_screen, all_screens = SCREENS.register, SCREENS.get, SCREENS.all


def all_steps() -> tuple[Steps, ...]:
    """Return where the steps of all kinds of work are kept, each of them once."""
    return tuple({screen.steps: None for screen in all_screens() if screen.steps})


def progress_of(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each allocation is, by row number.

    Kinds of work that count in the same way are counted together. Work whose page
    is gone counts as nothing to do.
    """
    ways = {screen.name: screen.progress for screen in all_screens()}
    own: dict[ProgressOf, list[Allocation]] = {}
    for work in allocations:
        if work.kind in ways:
            own.setdefault(ways[work.kind], []).append(work)
    found: dict[int, Progress] = {}
    with skipped_read_once(allocations):
        for progress, works in own.items():
            found |= progress(works)
    return {work.pk: found.get(work.pk, Progress(0, 0)) for work in allocations}
