"""The work, the people and the judges that can be selected when handing out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import User
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import all_kinds
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.judging.screens import Screen, all_screens
from config.operations.readings import rows_of
from runs.models import Membership, Track


class HandOutWork(NamedTuple):
    """Some work and its subject, "" if it needs only the topic."""

    screen: Screen
    subject: str


def work_choices(track: Track) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the work that can be handed out in a track.

    The kinds that the track's profile does not use come last.
    """
    screens = sorted(all_screens(), key=lambda screen: not screen.fits(track))
    offers = rows_of([_offer(screen, track) for screen in screens])
    choices = [
        (screen.title, _choices(screen, rows))
        for screen, rows in zip(screens, offers, strict=True)
    ]
    return [(title, own) for title, own in choices if own]


def _offer(screen: Screen, track: Track) -> QuerySet[Any, Any]:
    """Return the query for the subjects of some work, or for one of its topics."""
    if screen.subjects:
        return screen.subjects(track)
    return screen.topics(track, "").order_by().values_list("pk")[:1]


def _choices(screen: Screen, rows: Sequence[Any]) -> list[tuple[str, str]]:
    if not screen.subjects:
        return [(f"{screen.name}:", screen.title)] if rows else []
    return [(f"{screen.name}:{uuid}", f"{screen.title}: {name}") for uuid, name in rows]


def order_choices() -> list[tuple[str, str]]:
    """Return the orders of items that can be selected; the usual one comes first."""
    offered = [order for screen in all_screens() for order in screen.orders]
    return [("", "item by item"), *offered]


def assessors_of(track: Track) -> QuerySet[User]:
    """Return a track's active assessors by name."""
    return User.objects.filter(
        memberships__track=track,
        memberships__role=Membership.ASSESSOR,
        is_active=True,
    ).order_by("username")


def known_judges(track: Track) -> QuerySet[Judge]:
    """Return the judges whose labels can be known answers: not machines.

    The panel of all assessors is excluded, because it repeats their labels.
    """
    kinds = (Judge.IMPORT, Judge.PERSON, Judge.PANEL, Judge.ADJUDICATION)
    found = judges_with_labels(track, *all_kinds()).on_the_scale()
    found = found.filter(kind__in=kinds)
    return found.exclude(Q(kind=Judge.PANEL, rule=ASSESSORS))


def shown_judges(track: Track) -> QuerySet[Judge]:
    """Return the judges whose labels can be shown and corrected: not people."""
    kinds = [kind for kind in all_kinds() if _shows_machine(kind.name)]
    found = judges_with_labels(track, *kinds).on_the_scale()
    return found.filter(kind__in=(Judge.MODEL, Judge.BASELINE, Judge.IMPORT))


def _shows_machine(name: str) -> bool:
    return any(each.name == name and each.shows_machine for each in all_screens())
