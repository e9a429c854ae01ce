"""The people and the judges that can be selected when handing out work."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import all_kinds
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.judging.screens import all_screens
from runs.models import Membership, Track


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
