"""Which labels people have seen, so that work from scratch stays blind."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.models.allocations import AllocationQuerySet
from assess.judging.models.subjects import on_what_is_at_hand
from assess.judging.screens import all_screens


class Sight(NamedTuple):
    """A kind of label that work gives, and whether the work shows others' labels.

    People see others' labels when they settle disputes over them, and a machine's
    labels when they correct them.
    """

    label: str
    shown: bool

    @property
    def works(self) -> Q:
        """Return the filter of allocations, or slots, to work of this sight."""
        if not self.shown:
            return Q(work=self.label, shown=None)
        settling = [each.name for each in all_screens() if each.settles == self.label]
        return Q(work=self.label, shown__isnull=False) | Q(work__in=settling)

    @property
    def against(self) -> Q:
        """Return the filter of a person's work that rules out work of this sight.

        Whoever has or had labels shown no longer judges the topic from scratch. Whoever
        judges it from scratch is shown no labels before it is finished.
        """
        other = Sight(self.label, not self.shown).works
        if self.shown:
            return other & on_what_is_at_hand() & Q(released_at=None, finished_at=None)
        return other


def sight_of(allocation: Allocation) -> Sight:
    """Return the kind of label that some work gives, and whether it shows labels."""
    settles = {each.name: each.settles for each in all_screens()}.get(allocation.work)
    return Sight(settles or allocation.work, bool(settles or allocation.shown_id))


def shown_since(works: AllocationQuerySet, since: datetime) -> list[Allocation]:
    """Return the work from scratch whose person was shown labels of it since `since`.

    Work that shows labels is not handed out to people with open work from scratch.
    """
    newer = Allocation.objects.filter(created_at__gt=since)
    if not newer.filter(topic__in=works.order_by().values("topic")).exists():
        return []
    found = []
    for work in works.select_related("topic", "assessor"):
        sight = sight_of(work)
        same = newer.filter(topic=work.topic_id, assessor=work.assessor_id)
        if not sight.shown and same.filter(sight.against).exists():
            found.append(work)
    return found


def kept_blind(person: User) -> Q:
    """Return the slots that a person may not take, because they would not be blind."""
    screens = all_screens()
    labels = {each.settles for each in screens if each.settles}
    labels |= {each.name for each in screens if each.shows_machine}
    found = Q(pk__in=[])
    for sight in (Sight(label, shown) for label in labels for shown in (False, True)):
        own = Allocation.objects.filter(sight.against, assessor=person).order_by()
        found |= sight.works & Q(topic__in=own.values("topic"))
    return found
