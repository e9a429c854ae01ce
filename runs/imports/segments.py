"""Segments coming in: texts for the docids that runs, qrels and banks have named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from runs.imports.incoming import Incoming, Refused, Unchanged
from runs.kernel.segments import Segment as SegmentRecord
from runs.kernel.segments import read_segments
from runs.models import Segment, Track

BATCH = 2_000
FIELDS = ("title", "url", "headings", "text")


class SegmentsImporter:
    """Fill in the texts of the segments that the track names, or bring all of a file.

    A text that is in already is not changed unasked: labels were given under it.
    """

    def check(self, incoming: Incoming) -> int:
        """Read the whole file; return how many of its segments will be written."""
        self._refuse_aimless(incoming)
        fresh = clashing = 0
        texts = _texts(incoming.track)
        for record in self._read(incoming):
            there = texts.get(record.docid, "")
            fresh += not there
            clashing += bool(there) and there != record.text
            _step(incoming, "reading")
        incoming.report.raise_if_errors()
        if clashing and not incoming.flag("replace"):
            raise Refused(
                f"{clashing} segments are in already with other texts. Labels were "
                "given under those; choose “replace” to change the texts all the same."
            )
        if not fresh and not clashing:
            raise Unchanged
        return fresh + clashing

    def write(self, incoming: Incoming, plan: int) -> dict[str, int]:
        """Write the texts in batches; each segment is whole in itself."""
        records = self._read(incoming)
        written = 0
        while batch := list(islice(records, BATCH)):
            written += self._write_batch(incoming.track, batch)
            incoming.step(written, plan, "writing segments")
        return {"segments": written}

    def land(self, incoming: Incoming, plan: int) -> None:
        """Nothing more: texts show as they are filled in."""

    def discard(self, incoming: Incoming) -> None:
        """Nothing to take back: a text filled in is right, whoever comes after."""

    def _refuse_aimless(self, incoming: Incoming) -> None:
        if incoming.flag("all") or incoming.track.segments.exists():
            return
        raise Refused(
            "No run, qrels or bank of this track names a segment yet, so none would "
            "be kept. Import those first, or choose to keep every segment of the file."
        )

    def _read(self, incoming: Incoming) -> Iterator[SegmentRecord]:
        wanted = None
        if not incoming.flag("all"):
            wanted = set(incoming.track.segments.values_list("docid", flat=True))
        with incoming.open() as source:
            yield from read_segments(
                source,
                incoming.row.filename,
                report=incoming.report,
                wanted=wanted,
                limit=incoming.limit,
            )

    def _write_batch(self, track: Track, batch: list[SegmentRecord]) -> int:
        Segment.objects.bulk_create(
            (
                Segment(
                    track=track,
                    docid=record.docid,
                    title=record.title,
                    url=record.url,
                    headings=record.headings,
                    text=record.text,
                )
                for record in batch
            ),
            update_conflicts=True,
            unique_fields=("track", "docid"),
            update_fields=FIELDS,
        )
        return len(batch)


def name_segments(track: Track, docids: set[str]) -> dict[str, int]:
    """Return the row number of each docid's segment, making those not yet there."""
    known = _known(track, docids)
    missing = sorted(docids - known.keys())
    if missing:
        Segment.objects.bulk_create(
            (Segment(track=track, docid=docid) for docid in missing),
            batch_size=BATCH,
            ignore_conflicts=True,
        )
        known |= _known(track, set(missing))
    return known


def _known(track: Track, docids: set[str]) -> dict[str, int]:
    names = sorted(docids)
    found: dict[str, int] = {}
    for start in range(0, len(names), BATCH):
        part = track.segments.filter(docid__in=names[start : start + BATCH])
        found.update(part.values_list("docid", "pk"))
    return found


def _texts(track: Track) -> dict[str, str]:
    return dict(track.segments.with_text().values_list("docid", "text"))


def _step(incoming: Incoming, message: str) -> None:
    read = incoming.report.tally["segments read"]
    if read % 10_000 == 0:
        incoming.step(read, None, message)
