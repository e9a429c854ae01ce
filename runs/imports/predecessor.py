"""The earlier run of a file's tag: restored, or replaced by the new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from runs.actions.run_edits import PARTICULARS, trace
from runs.imports.arrival import Incoming, Refused
from runs.imports.importers.responses import NewResponse
from runs.models import Response, Run, Track
from runs.put_away.actions import NotNow, close_lines, restore, touch
from runs.put_away.registration import RUN


def run_of(track: Track, tag: str) -> Run | None:
    """Return the run of a tag: the available one, else the one put away last."""
    runs = Run.objects.landed().filter(track=track, name=tag)
    at_hand = runs.filter(deleted_at=None).first()
    return at_hand or runs.order_by("-deleted_at", "-pk").first()


def kept_of(responses: Iterable[NewResponse], old: Run | None) -> dict[int, int]:
    """Return, by topic, the earlier responses equal to new ones, both by row.

    Those of the old run itself come first, then those that a file replaced: whoever
    undoes a change of a file gets its labels back.
    """
    if old is None:
        return {}
    digests = {new.topic.pk: new.digest for new in responses}
    replaced = Response.objects.filter(
        run__track=old.track_id, run__name=old.name, deleted_at__isnull=False
    ).order_by("deleted_at", "pk")
    there = old.responses.filter(deleted_at=None)
    return {
        topic: pk
        for found in (replaced, there)
        for topic, pk, digest in found.values_list("topic_id", "pk", "digest")
        if digests.get(topic) == digest
    }


def take_over(
    incoming: Incoming, run: Run, old: Run, kept: Mapping[int, int], *, now: datetime
) -> None:
    """Replace the old run by a new one, which gets equal responses and their labels.

    Its history records the particulars that differ from the old one's.
    """
    Run.objects.filter(pk=old.pk).update(deleted_at=now, replaced=True)
    old.responses.filter(deleted_at=None).exclude(pk__in=kept.values()).update(
        deleted_at=now
    )
    Response.objects.filter(pk__in=kept.values()).update(run=run, deleted_at=None)
    touch(incoming.track)
    close_lines(RUN, old, by=incoming.row.by, now=now)
    before, after = (
        {name: getattr(each, name) for name in PARTICULARS} for each in (old, run)
    )
    trace(run, before, after, by=incoming.row.by, now=now)


def bring_back(incoming: Incoming, old: Run, *, now: datetime) -> None:
    """Restore a run as it was put away; raise Refused if that is not possible."""
    try:
        restore(RUN, old, track=incoming.track, by=incoming.row.by, now=now)
    except NotNow as error:
        raise Refused(str(error)) from error
