"""Who would get which topics, before any is handed out."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from accounts.models import User
from assess.actions.allocations import Pair, Terms
from assess.kernel.sharing import shared_pairs
from assess.screens import Screen
from runs.models import Topic


class Portion(NamedTuple):
    """What one person would get, beside what they hold open already."""

    person: User
    topics: int
    held: int

    @property
    def total(self) -> int:
        """Return how many open topics they would hold."""
        return self.topics + self.held


class Together(NamedTuple):
    """Two people and how many topics both would judge."""

    one: User
    other: User
    topics: int


@dataclass
class Plan:
    """Topics of one kind of work for people, or for a shared queue.

    pairs: each topic with its people; copies: how often each stands in the queue.
    held: how many open topics each person has already; queued: how many slots of the
    work the queue ever had.
    """

    screen: Screen
    terms: Terms
    topics: Sequence[Topic]
    pairs: Sequence[Pair] = ()
    copies: Mapping[Topic, int] = field(default_factory=dict)
    held: Mapping[User, int] = field(default_factory=dict)
    queued: int = 0

    @property
    def people(self) -> list[Portion]:
        """Return what each person would get."""
        counts = Counter(person for _topic, person in self.pairs)
        return [
            Portion(person, counts[person], held) for person, held in self.held.items()
        ]

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
        """Return which two people would judge how many of the same topics."""
        found = shared_pairs(self.pairs).items()
        return [Together(*both, number) for both, number in found]

    @property
    def slots(self) -> int:
        """Return how many slots the queue would gain."""
        return sum(self.copies.values())

    @property
    def seal(self) -> str:
        """Return what only this very plan has, so that no other is confirmed."""
        known, shown = self.terms.known, self.terms.shown
        said = [
            [self.screen.name, self.terms.subject, self.terms.round],
            [known and known.pk, shown and shown.pk],
            [[topic.pk, person.pk] for topic, person in self.pairs],
            [[topic.pk, number] for topic, number in self.copies.items()],
            self.queued,  # pressed twice, topics are queued once
        ]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]
