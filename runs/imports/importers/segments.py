"""Imports of segments: texts for the docids of runs, qrels and banks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from runs.imports.arrival import LONGEST_DOCID, Incoming, Refused, Unchanged
from runs.kernel.formats.segments import SegmentRecord, read_segments
from runs.models import ArrivingSegment, Import, Segment, Track
from runs.models.arrivals import land_arrived

BATCH = 2_000
OVERTAKEN = (
    "While this file was checked, another import stored other texts for some of "
    "its segments. Look at them, and import this file again if it should replace them."
)


class SegmentDifference(NamedTuple):
    """The segments of a batch that are new or lack their text, and the changed ones."""

    fresh: list[SegmentRecord]
    reworded: list[SegmentRecord]


class SegmentsImporter:
    """Imports texts of the segments to which the track refers, or all of a file.

    An existing text is changed only if requested: labels were given for it.
    """

    def check(self, incoming: Incoming) -> int:
        """Read the whole file; return how many of its segments will be written."""
        self._refuse_aimless(incoming)
        fresh = reworded = 0
        for batch in self._batches(incoming):
            for record in batch:
                incoming.note_long(record.line, "docid", record.docid, LONGEST_DOCID)
                _note_long(incoming, record)
            difference = _difference(incoming.track, batch)
            fresh += len(difference.fresh)
            reworded += len(difference.reworded)
        incoming.report.raise_if_errors()
        if reworded and not incoming.flag("replace"):
            raise Refused(
                f"{reworded:,} segments are in already with other texts, under which "
                f"labels may have been given. {incoming.to_replace} to change the "
                "texts; the labels stay."
            )
        if not fresh and not reworded:
            raise Unchanged
        return fresh + reworded

    def write(self, incoming: Incoming, plan: int) -> dict[str, int]:
        """Store the texts in hidden rows, in batches."""
        written = 0
        for batch in self._batches(incoming):
            fresh, reworded = _difference(incoming.track, batch)
            _store(incoming.row, fresh + reworded)
            written += len(fresh) + len(reworded)
            incoming.step(min(written, plan), plan, "writing segments")
        return {"segments": written}

    def land(self, incoming: Incoming, plan: int) -> None:
        """Show all texts at once, in the segments' own rows."""
        if not incoming.flag("replace") and _overtaken(incoming):
            raise Refused(OVERTAKEN)
        land_arrived(incoming.row)

    def discard(self, incoming: Incoming) -> None:
        """Delete the hidden texts."""
        incoming.row.arriving_segments.all().delete()

    def _refuse_aimless(self, incoming: Incoming) -> None:
        if incoming.flag("all") or incoming.track.segments.exists():
            return
        raise Refused(
            "No run, qrels or bank of this track names a segment yet, so none would "
            "be kept. Import those first, or choose to keep every segment of the file."
        )

    def _batches(self, incoming: Incoming) -> Iterator[list[SegmentRecord]]:
        wanted = None
        if not incoming.flag("all"):
            wanted = set(incoming.track.segments.values_list("docid", flat=True))
        with incoming.open() as source:
            records = read_segments(
                source,
                incoming.row.filename,
                report=incoming.report,
                wanted=wanted,
                limit=incoming.limit,
            )
            while batch := list(islice(records, BATCH)):
                yield batch


def _note_long(incoming: Incoming, record: SegmentRecord) -> None:
    incoming.note_text(record.line, "title", record.title, limit="title")
    incoming.note_text(record.line, "url", record.url, limit="title")
    incoming.note_text(record.line, "headings", record.headings)
    incoming.note_text(record.line, "text", record.text, limit="passage")


def _difference(track: Track, batch: list[SegmentRecord]) -> SegmentDifference:
    names = [record.docid for record in batch]
    texts = dict(
        track.segments.filter(docid__in=names).values_list("docid", "text").iterator()
    )
    fresh = [record for record in batch if not texts.get(record.docid)]
    known = (record for record in batch if texts.get(record.docid))
    return SegmentDifference(
        fresh, [record for record in known if texts[record.docid] != record.text]
    )


def _store(row: Import, records: list[SegmentRecord]) -> None:
    ArrivingSegment.objects.bulk_create(
        ArrivingSegment(
            source=row,
            docid=record.docid,
            title=record.title,
            url=record.url,
            headings=record.headings,
            text=record.text,
        )
        for record in records
    )


def _overtaken(incoming: Incoming) -> bool:
    """Return whether another import has stored other texts since the check."""
    there = Segment.objects.with_text().filter(
        track=incoming.track, docid=OuterRef("docid")
    )
    other = there.exclude(text=OuterRef("text"))
    return incoming.row.arriving_segments.filter(Exists(other)).exists()


def name_segments(track: Track, docids: set[str]) -> dict[str, int]:
    """Return the row number of each docid's segment, creating missing ones."""
    known = find_segments(track, docids)
    missing = sorted(docids - known.keys())
    if missing:
        Segment.objects.bulk_create(
            (Segment(track=track, docid=docid) for docid in missing),
            batch_size=BATCH,
            ignore_conflicts=True,
        )
        known |= find_segments(track, set(missing))
    return known


def find_segments(track: Track, docids: set[str]) -> dict[str, int]:
    """Return the row number of each of these docids that the track has."""
    names = sorted(docids)
    found: dict[str, int] = {}
    for start in range(0, len(names), BATCH):
        part = track.segments.filter(docid__in=names[start : start + BATCH])
        found.update(part.values_list("docid", "pk"))
    return found
