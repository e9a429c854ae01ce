"""The nuggets of one passage: their spans, sub-narratives and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import NamedTuple
from uuid import UUID

from nuggets.editing.passages import Passage
from nuggets.kernel.listing import Link, link_in
from nuggets.models import Listing, NuggetSource
from runs.models import Subnarrative, Topic


class SpanRow(NamedTuple):
    """A listed nugget of the passage, numbered by its place there.

    Without a span of its own, `start` and `end` are None. `part` is the letter of its
    sub-narrative, `link` what was said of another nugget; both "" for nothing.
    """

    number: int
    uuid: UUID
    text: str
    importance: str
    start: int | None
    end: int | None
    part: str = ""
    link: str = ""


class ListedNugget(NamedTuple):
    """A nugget of the whole list, to which others can be linked."""

    uuid: UUID
    text: str


class Part(NamedTuple):
    """A sub-narrative of the topic, with its letter."""

    uuid: UUID
    text: str
    letter: str


def parts_of(topic: Topic) -> dict[int, Part]:
    """Return the sub-narratives of a topic by row number, in their order."""
    return {
        one.pk: Part(one.uuid, one.text, ascii_lowercase[place : place + 1])
        for place, one in enumerate(Subnarrative.objects.live().filter(topic=topic))
    }


def span_rows(
    listings: Sequence[Listing], passage: Passage | None, parts: Mapping[int, Part]
) -> tuple[SpanRow, ...]:
    """Return the listed nuggets of a passage, by their places in it."""
    if passage is None:
        return ()
    own = {row.nugget_id: row for row in listings}
    fields = ("nugget__uuid", "nugget__text", "start", "end", "nugget_id")
    sources = NuggetSource.objects.filter(segment=passage.segment, nugget__in=own)
    texts = {str(row.nugget.uuid): row.nugget.text for row in listings}
    found = sorted(sources.values_list(*fields), key=_by_place)
    return tuple(
        SpanRow(
            number,
            uuid,
            text,
            own[nugget].importance,
            start,
            end,
            _letter(own[nugget], parts),
            _words_of(link_in(own[nugget].details), texts),
        )
        for number, (uuid, text, start, end, nugget) in enumerate(found, start=1)
    )


def _letter(row: Listing, parts: Mapping[int, Part]) -> str:
    part = parts.get(row.subnarrative_id or 0)
    return part.letter if part else ""


RELATED = {"same": "same as", "covers": "covers", "covered": "covered by"}


def _words_of(link: Link | None, texts: Mapping[str, str]) -> str:
    """Return a link in words; "" if the other nugget has left the list."""
    if link is None or link.other not in texts:
        return ""
    return f"{RELATED[link.relation]} “{texts[link.other]}”"


def _by_place(row: tuple[UUID, str, int | None, int | None, int]) -> tuple[int, ...]:
    _uuid, _text, start, end, nugget = row
    # Nuggets without a span come last, so that the others' numbers are their spans'.
    return (start is None, start or 0, end or 0, nugget)
