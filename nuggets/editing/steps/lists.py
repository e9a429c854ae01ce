"""Edit an open version: add, delete, move, set importance."""

from __future__ import annotations

from collections.abc import Sequence

from nuggets.banks.actions import Entry, SegmentSpan, create_nuggets
from nuggets.editing.steps.step import Edited, take_step
from nuggets.kernel import listing
from nuggets.kernel.listing import Row, Rows
from nuggets.models import BankVersion
from runs.actions.acts import Act
from runs.models import Segment


class NoSuchSpan(ValueError):
    """The passage has no words in that span."""


def add_nugget(
    version: BankVersion,
    text: str,
    *,
    act: Act,
    after: int | None = None,
    sources: Sequence[SegmentSpan] = (),
) -> Edited:
    """Add a nugget below another one, or at the end for None."""

    def change(rows: Rows) -> Rows:
        entry = Entry(text, sources=sources)
        (made,) = create_nuggets(version.topic, [entry], by=act.by)
        return listing.insert(rows, Row(made), after=after)

    return take_step(version, "add", change, act=act)


def add_span(
    version: BankVersion,
    segment_id: int,
    start: int,
    end: int,
    *,
    act: Act,
    after: int | None = None,
) -> Edited:
    """Make a nugget from a span of a passage, below another one or at the end.

    `start` and `end` are code points of the segment's stored text, end exclusive; the
    nugget is this text verbatim and stores its span. Spans may overlap. Raise
    NoSuchSpan if it exceeds the text or contains only white space.
    """
    in_track = Segment.objects.filter(track=version.topic.track_id)
    text = in_track.values_list("text", flat=True).filter(pk=segment_id).first() or ""
    words = text[start:end]
    if not 0 <= start < end <= len(text) or not words.strip():
        raise NoSuchSpan(f"{start}–{end}")
    entry = Entry(words, sources=[SegmentSpan(segment_id, start, end)])

    def change(rows: Rows) -> Rows:
        (made,) = create_nuggets(version.topic, [entry], by=act.by)
        return listing.insert(rows, Row(made), after=after)

    return take_step(version, "span", change, act=act)


def delete_nugget(version: BankVersion, nugget: int, *, act: Act) -> Edited:
    """Remove a nugget from the list; its row, and labels on it, stay."""
    return take_step(
        version, "delete", lambda rows: listing.remove(rows, nugget), act=act
    )


def shift_nugget(version: BankVersion, nugget: int, *, by: int, act: Act) -> Edited:
    """Move a nugget up (negative) or down."""
    return take_step(
        version, "move", lambda rows: listing.shift(rows, nugget, by=by), act=act
    )


def set_importance(
    version: BankVersion, nugget: int, importance: str, *, act: Act
) -> Edited:
    """Mark a nugget as vital or okay, or as neither with ""."""
    return take_step(
        version,
        "importance",
        lambda rows: listing.with_importance(rows, nugget, importance),
        act=act,
    )
