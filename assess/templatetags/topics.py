"""The place of some work among its person's topics."""

from __future__ import annotations

from django import template

from assess.judging.models import Allocation

register = template.Library()


@register.simple_tag
def topic_of(allocation: Allocation) -> str:
    """Return a work's topic and its place among its person's: “Topic 464, 3 of your 7”.

    The work of the same kind in the same track is counted, finished or not; a single
    one has no place.
    """
    alike = Allocation.objects.held().filter(
        assessor_id=allocation.assessor_id,
        track_id=allocation.track_id,
        work=allocation.work,
        subject=allocation.subject,
        round=allocation.round,
        repeat=allocation.repeat,
    )
    every = list(alike.values_list("pk", flat=True))
    if len(every) < 2 or allocation.pk not in every:
        return f"Topic {allocation.topic.name}"
    place = every.index(allocation.pk) + 1
    return f"Topic {allocation.topic.name}, {place} of your {len(every)}"
