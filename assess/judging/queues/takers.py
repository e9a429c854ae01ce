"""Who may take which topic of some work: now, later and after what, or never."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accounts.models import User
from assess.judging.allocations.exposure import Sight, sight_of
from assess.judging.allocations.workload import counted
from assess.judging.models import Allocation
from assess.judging.screens import get_screen
from runs.models import Topic

Pairs = dict[tuple[int, int], str]  # topic and person, by row numbers → work
DONE_BEFORE = "has it, or had it"


class Bar(NamedTuple):
    """A person who may not take a topic now, and why."""

    person: User
    why: str


class Takers(NamedTuple):
    """The people who may take a topic now, later, and never."""

    now: tuple[User, ...]
    later: tuple[Bar, ...]
    never: tuple[Bar, ...]


class Same(NamedTuple):
    """Topics that the same people may take."""

    topics: list[Topic]
    takers: Takers


def takers_of(rows: Sequence[Allocation], people: Sequence[User]) -> dict[int, Takers]:
    """Return which of some people may take the work of each row, by topic's row number.

    The rows are of one kind and on the same terms, stored or only planned. The rules
    are those of `check_blind`, of exclusive work, and of queues: nobody gets the same
    work twice.
    """
    if not rows:
        return {}
    sight = sight_of(rows[0])
    topics = {row.topic_id for row in rows}
    seen = _against(sight, topics, people)
    same = _same(rows[0], topics)
    held = _holders(rows[0], same)
    had = {(work.topic_id, work.assessor_id) for work in same}
    found = {}
    for topic in topics:
        later = {} if not sight.shown else _on(seen, topic, "after finishing {}")
        never = {} if sight.shown else _on(seen, topic, "has seen labels in {}")
        never |= {person: DONE_BEFORE for at, person in had if at == topic}
        if topic in held:
            waits = f"once {held[topic]} has finished it"
            later = {one.pk: waits for one in people} | later
        found[topic] = _takers(people, later, never)
    return found


def _takers(
    people: Iterable[User], later: Mapping[int, str], never: Mapping[int, str]
) -> Takers:
    barred = later.keys() | never.keys()
    return Takers(
        now=tuple(one for one in people if one.pk not in barred),
        later=tuple(
            Bar(one, later[one.pk])
            for one in people
            if one.pk in later and one.pk not in never
        ),
        never=tuple(Bar(one, never[one.pk]) for one in people if one.pk in never),
    )


def _on(works: Pairs, topic: int, why: str) -> dict[int, str]:
    return {
        person: why.format(work) for (at, person), work in works.items() if at == topic
    }


def _against(sight: Sight, topics: set[int], people: Sequence[User]) -> Pairs:
    """Return the work that rules out work of this sight."""
    works = Allocation.objects.filter(
        sight.against, topic__in=topics, assessor__in=people
    )
    rows = works.order_by("pk").values_list("topic", "assessor", "work", "shown")
    return {
        (topic, person): f"{get_screen(work).title}{', corrected' if shown else ''}"
        for topic, person, work, shown in rows
    }


def _same(row: Allocation, topics: set[int]) -> list[Allocation]:
    """Return the identical work that somebody has or has finished."""
    works = Allocation.objects.filter(
        work=row.work,
        subject=row.subject,
        round=row.round,
        repeat=row.repeat,
        released_at=None,
        topic__in=topics,
    )
    return list(works.select_related("assessor"))


def _holders(row: Allocation, works: Iterable[Allocation]) -> dict[int, User]:
    """Return the person who has each topic of exclusive work."""
    if not get_screen(row.work).exclusive:
        return {}
    return {work.topic_id: work.assessor for work in works if not work.finished_at}


def alike(topics: Iterable[Topic], takers: Mapping[int, Takers]) -> list[Same]:
    """Group topics that the same people may take, in their order."""
    found: dict[Takers, list[Topic]] = defaultdict(list)
    for topic in topics:
        if topic.pk in takers:
            found[takers[topic.pk]].append(topic)
    return [Same(own, said) for said, own in found.items()]


def summary(takers: Iterable[Takers]) -> str:
    """Return in words how many topics people find at home now, later, or never."""
    every = list(takers)
    now = sum(bool(each.now) for each in every)
    later = sum(bool(each.later) and not each.now for each in every)
    nobody = len(every) - now - later
    words = [f"{counted(now, 'topic')} can be taken now"]
    if later:
        words.append(f"{later:,} later, after other work on them is finished")
    if nobody:
        words.append(f"{nobody:,} by nobody: choose more people")
    return ", ".join(words)
