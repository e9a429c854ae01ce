"""Documents that AG runs name although they are not on the track's reference list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from runs.imports.arrival import Incoming
from runs.imports.importers.responses import NewResponse
from runs.models import Citation, RankedList, Response, Run, Segment, Track

Listed = Mapping[int, set[str]]  # topic, by row number → docids


def listed_in(track: Track) -> Listed | None:
    """Return the reference list of each topic; None if the track has none."""
    run = Run.objects.visible().filter(track=track, is_reference=True).first()
    if run is None:
        return None
    lists = dict(RankedList.objects.filter(run=run).values_list("topic", "segment_ids"))
    every = {segment for segments in lists.values() for segment in segments}
    named = Segment.objects.filter(track=track, pk__in=every)
    docids = dict(named.values_list("pk", "docid"))
    return {topic: {docids[pk] for pk in own} for topic, own in lists.items()}


def note_outside(incoming: Incoming, responses: Iterable[NewResponse]) -> int | None:
    """Note each document outside of its topic's list; return how many there are.

    Topics without a list are not checked. None if the track has no list.
    """
    listed = listed_in(incoming.track)
    if listed is None:
        return None
    found = 0
    for new in responses:
        own = listed.get(new.topic.pk)
        cited = (docid for _text, docids in new.sentences for docid in docids)
        for docid in dict.fromkeys([*new.references, *cited]):
            if own is not None and docid not in own:
                found += 1
                expected = f"one of the {len(own)} documents of topic {new.topic.name}"
                incoming.notes.add(
                    "outside_reference_list", new.line, "references", docid, expected
                )
    return found


def count_outside(track: Track) -> None:
    """Count the documents outside of the list again, for each AG run of a track."""
    listed = listed_in(track)
    for run in Run.objects.visible().filter(track=track, task=Run.AG):
        outside = None if listed is None else _outside(run, listed)
        Run.objects.filter(pk=run.pk).update(outside=outside)


def _outside(run: Run, listed: Listed) -> int:
    responses = Response.objects.visible().filter(run=run, topic__in=listed)
    named = {
        (topic, docid)
        for topic, docids in responses.values_list("topic", "references")
        for docid in docids
    }
    cited = Citation.objects.filter(sentence__response__in=responses)
    named |= set(
        cited.order_by().values_list("sentence__response__topic", "segment__docid")
    )
    return sum(docid not in listed[topic] for topic, docid in named)
