"""The place of some work among its person's topics."""

from __future__ import annotations

from django import template

from assess.judging.models import Allocation

register = template.Library()


@register.simple_tag
def topic_of(work: Allocation) -> str:
    """Return a work's topic and its place among its person's: “Topic 464, 3 of your 7”.

    The work of the same kind in the same track is counted, finished or not; a single
    one has no place.
    """
    alike = Allocation.objects.held().filter(
        assessor_id=work.assessor_id,
        track_id=work.track_id,
        kind=work.kind,
        subject=work.subject,
        round=work.round,
        repeat=work.repeat,
    )
    every = list(alike.values_list("pk", flat=True))
    if len(every) < 2 or work.pk not in every:
        return f"Topic {work.topic.name}"
    return f"Topic {work.topic.name}, {every.index(work.pk) + 1} of your {len(every)}"
