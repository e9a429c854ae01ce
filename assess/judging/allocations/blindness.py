"""Blindness: people who have seen labels of a topic do not judge it from scratch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from accounts.models import User
from assess.judging.allocations.exposure import Sight, sight_of
from assess.judging.models import Allocation
from assess.judging.screens import get_screen
from runs.models import Membership


class NotBlind(ValueError):
    """Somebody has seen labels that the work is blind to; the message names them."""


def hold_still(track: int, people: Iterable[User]) -> None:
    """Lock these people in a track: nobody else gives them work until the commit.

    Two pieces of work can each be permitted and yet conflict, which no constraint of
    the database can express. Take this lock before any other: slots come after people.
    """
    held = Membership.objects.filter(track=track, user__in=list(people)).order_by("pk")
    list(held.select_for_update(no_key=True).values_list("pk", flat=True))


def check_blind(rows: Sequence[Allocation]) -> None:
    """Raise NotBlind if people see labels before they give theirs from scratch.

    Rows may be stored already; they are also compared with each other.
    """
    sights: dict[Sight, set[tuple[int, int]]] = {}
    for row in rows:
        sights.setdefault(sight_of(row), set()).add((row.assessor_id, row.topic_id))
    for sight, pairs in sights.items():
        found = _standing_against(sight, pairs)
        if found:
            raise NotBlind(_refusal(sight, found))


def _standing_against(
    sight: Sight, pairs: set[tuple[int, int]]
) -> dict[str, dict[str, None]]:
    """Return the topics that conflict with a person's other work, by name."""
    works = (
        Allocation.objects.filter(
            sight.against,
            assessor__in={person for person, _topic in pairs},
            topic__in={topic for _person, topic in pairs},
        )
        .select_related("topic", "assessor")
        .order_by("assessor__username", "topic__position")
    )
    found: dict[str, dict[str, None]] = {}
    for work in works:
        if (work.assessor_id, work.topic_id) in pairs:
            found.setdefault(str(work.assessor), {})[work.topic.name] = None
    return found


def _refusal(sight: Sight, found: dict[str, dict[str, None]]) -> str:
    who = "; ".join(f"{name}: {', '.join(topics)}" for name, topics in found.items())
    title = get_screen(sight.label).title
    if sight.shown:
        return (
            f"{title}: who judges from scratch sees no labels before the end ({who}). "
            "Hand these topics to them once they have finished, or to others."
        )
    return (
        f"{title}: who has seen labels cannot judge from scratch ({who}). Hand these "
        "topics to others."
    )
