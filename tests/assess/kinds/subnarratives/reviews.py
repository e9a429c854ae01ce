"""A topic with sub-narratives, and an assessor's review of them."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid4

from accounts.models import User
from assess.judging.models import Allocation
from runs.actions.acts import Act
from runs.actions.subnarrative_rows import revision_of, rows_of
from runs.actions.subnarratives import name_subnarratives
from runs.models import Subnarrative, Topic
from tests.make import NOW, make_allocation, make_topic, make_track

TEXTS = ("why it freezes", "what is done about it", "who pays for it")


class Reviewed(NamedTuple):
    """One topic, its initial sub-narratives, and the work."""

    topic: Topic
    parts: list[Subnarrative]
    work: Allocation


def make_review(
    ada: User,
    *others: User,
    texts: tuple[str, ...] = TEXTS,
    organizer: User | None = None,
) -> Reviewed:
    """Make a topic with named sub-narratives, and ada's review."""
    track = make_track(organizer=organizer, assessors=[ada, *others])
    topic = make_topic(track)
    name_subnarratives(topic, [(text, False) for text in texts], now=NOW)
    work = make_allocation(topic, ada, work="subnarratives")
    Allocation.objects.filter(pk=work.pk).update(exclusive=True)
    return Reviewed(topic, list(topic.subnarratives.order_by("position")), work)


def act_of(topic: Topic, by: User, *, key: UUID | None = None) -> Act:
    """Return an action of somebody who sees the current list."""
    return Act(by=by, key=key or uuid4(), seen=revision_of(topic), now=NOW)


def texts_of(topic: Topic) -> list[str]:
    """Return the list's texts, in order."""
    return [row.text for row in rows_of(topic)]
