"""The plan of who gets which topics, before they are handed out."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from assess.judging.allocations.actions import Pair, Terms, hand_out, planned
from assess.judging.allocations.workload import (
    UNMEASURED,
    Workload,
    WorkloadPace,
    counted,
    label_kind,
    pace_in,
    workload_of,
)
from assess.judging.kernel.distribution import shared_pairs
from assess.judging.queues.takers import Same, alike, takers_of
from assess.judging.rounds.protocols import ROUND_NAMES
from assess.judging.screens import Screen
from assess.judging.work.overview import Work, as_planned
from runs.models import Topic, Track


class Portion(NamedTuple):
    """The topics that one person would get, and the open topics they have already."""

    person: User
    work: Workload
    held: int

    @property
    def total(self) -> int:
        """Return how many open topics they would have."""
        return self.work.topics + self.held


class Together(NamedTuple):
    """Two people and the number of topics that both would judge."""

    one: User
    other: User
    topics: int


@dataclass
class HandOutPlan:
    """Topics of one type of work for people, or for a shared queue.

    pairs: each topic with its people; copies: the number of slots of each topic in the
    queue; assessors: who may take from it. held: the number of open topics that each
    person has already; queued: the number of slots of the work that the queue ever had.
    `weigh` computes works, pace, and who may take what from the queue. crossed: the
    plan of the round with which this one is crossed.
    """

    track: Track
    screen: Screen
    terms: Terms
    topics: Sequence[Topic]
    pairs: Sequence[Pair] = ()
    copies: Mapping[Topic, int] = field(default_factory=dict)
    assessors: Sequence[User] = ()
    held: Mapping[User, int] = field(default_factory=dict)
    queued: int = 0
    works: Sequence[Work] = ()
    pace: WorkloadPace = UNMEASURED
    takers: Sequence[Same] = ()
    crossed: HandOutPlan | None = None

    @property
    def parts(self) -> list[HandOutPlan]:
        """Return this plan, and the one with which it is crossed."""
        return [self, self.crossed] if self.crossed else [self]

    def weigh(self) -> None:
        """Compute the number of labels that the plan needs, and the time of each."""
        pairs: list[tuple[Topic, User | None]] = [*self.pairs]
        pairs += [(topic, None) for topic, n in self.copies.items() for _ in range(n)]
        rows = planned(self.track, self.screen, pairs, self.terms)
        self.works = as_planned(rows)
        if self.copies:
            takers = takers_of(rows, self._open_to())
            self.takers = alike(self.topics, takers)
        self.pace = pace_in(self.track, self.screen, round=self.terms.round)

    def _open_to(self) -> list[User]:
        """Return the assessors who may do the work."""
        if self.screen.open_to is None:
            return list(self.assessors)
        allowed = self.screen.open_to(self.terms.subject)
        return [person for person in self.assessors if person.pk in allowed]

    @property
    def work(self) -> Workload:
        """Return the total workload."""
        return workload_of(self.works, self.pace)

    @property
    def gives_labels(self) -> bool:
        """Return whether the work produces labels, not lists or texts."""
        return label_kind(self.screen) is not None

    @property
    def empty(self) -> list[Topic]:
        """Return the topics that have nothing to judge yet."""
        empty = {
            work.allocation.topic for work in self.works if not work.progress.total
        }
        return [topic for topic in self.topics if topic in empty]

    @property
    def people(self) -> list[Portion]:
        """Return what each person would get."""
        own: dict[int, list[Work]] = defaultdict(list)
        for work in self.works:
            own[work.allocation.assessor_id].append(work)
        return [
            Portion(person, workload_of(own[person.pk], self.pace), held)
            for person, held in self.held.items()
        ]

    def __str__(self) -> str:
        words = [f"{self.screen.title}: {self.work}"]
        if self.shared:
            words.append(
                f"{counted(len(self.shared), 'topic')} by more than one person"
            )
        return ", ".join(words)

    @property
    def shared(self) -> list[Topic]:
        """Return the topics that more than one person would judge."""
        counts = self.copies or Counter(topic for topic, _person in self.pairs)
        return [topic for topic in self.topics if counts[topic] > 1]

    @property
    def percent(self) -> float | None:
        """Return the share of topics that more than one would judge, in percent."""
        return 100 * len(self.shared) / len(self.topics) if self.topics else None

    @property
    def together(self) -> list[Together]:
        """Return the pairs of people, and how many topics both would judge."""
        found = shared_pairs(self.pairs).items()
        return [Together(*both, number) for both, number in found]

    @property
    def round_name(self) -> str:
        """Return the name of its labels' round."""
        stored = self.terms.protocol
        return f"round “{stored}”" if stored else ROUND_NAMES[self.terms.round]

    @property
    def slots(self) -> int:
        """Return the number of slots that the queue would gain."""
        return sum(self.copies.values())

    @property
    def order(self) -> str:
        """Return the words for an order of items that is not the usual one."""
        return dict(self.screen.orders).get(self.terms.order, "")

    @property
    def seal(self) -> str:
        """Return a digest of this plan, so that only the shown plan is confirmed."""
        known, shown = self.terms.known, self.terms.shown
        said = [
            [self.screen.name, self.terms.subject, self.terms.round, self.terms.repeat],
            self.terms.order,
            [known and known.pk, shown and shown.pk],
            [[topic.pk, person.pk] for topic, person in self.pairs],
            [[topic.pk, number] for topic, number in self.copies.items()],
            self.queued,  # so that a second press does not queue the topics again
            self.crossed.seal if self.crossed else "",
        ]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def hand_out_all(plans: Sequence[HandOutPlan], *, by: User) -> None:
    """Hand out plans of people's work, all of them or none; raise as `hand_out`."""
    with transaction.atomic():
        for plan in plans:
            hand_out(plan.track, plan.screen, plan.pairs, by=by, terms=plan.terms)
