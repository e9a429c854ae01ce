"""The items of span marking: spans of a list, its open points, and the work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4

from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.layers import Layer, layers
from assess.judging.kernel.sentences import sentences
from assess.judging.models import Allocation, Thread
from assess.judging.screens import Screen, in_conversations
from assess.judging.threads import spots
from assess.judging.threads.listing import threads_of
from assess.judging.threads.open_points import EMPTY, LeftOpen, Place, counted, flagged
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.walk import NotInThisWork
from nuggets.banks.subjects import BankGone, edited_banks_of, topics_of_bank
from nuggets.editing.items import EDITS, edited_bank, editing_progress, versions_of
from nuggets.editing.passages import Passage, PassageRow, list_passages, read_passage
from nuggets.editing.steps.history import history_of
from nuggets.models import Bank, BankVersion, Listing, NuggetSource
from nuggets.spans.rows import ListedNugget, Part, SpanRow, parts_of, span_rows
from runs.conversation import Talk, talk_of
from runs.models import Segment, Subnarrative, Topic, Track


class Sentence(NamedTuple):
    """A sentence of the passage and its span."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class SpanPage:
    """One passage, the nuggets made from it, and its neighbours."""

    work: Allocation
    bank: Bank
    version: BankVersion
    passages: tuple[PassageRow, ...]
    passage: Passage | None
    rows: tuple[SpanRow, ...]
    nuggets: tuple[ListedNugget, ...]  # on the list, of all passages
    parts: tuple[Part, ...]
    talk: Talk | None
    can_undo: bool
    key: UUID

    @property
    def total(self) -> int:
        """Return the number of nuggets on the list, of all passages."""
        return len(self.nuggets)

    @property
    def others(self) -> list[ListedNugget]:
        """Return the nuggets of other passages."""
        here = {row.uuid for row in self.rows}
        return [one for one in self.nuggets if one.uuid not in here]

    @property
    def topic(self) -> Topic:
        """Return the topic of the work."""
        return self.work.topic

    @property
    def is_open(self) -> bool:
        """Return whether the person may change the list: not another's, after them."""
        return self.version.state == BankVersion.OPEN and not self.work.finished_at

    @property
    def segment(self) -> Segment | None:
        """Return the passage's segment, None if the topic has no passage."""
        return self.passage.segment if self.passage else None

    @property
    def layers(self) -> list[Layer]:
        """Return the passage's text with its spans."""
        text = self.segment.text if self.segment else ""
        spans = [
            (row.start, row.end)
            for row in self.rows
            if row.start is not None and row.end is not None
        ]
        return layers(text, spans)

    @property
    def sentences(self) -> list[Sentence]:
        """Return the passage's sentences."""
        text = self.segment.text if self.segment else ""
        return [Sentence(*span, text[slice(*span)]) for span in sentences(text)]

    @property
    def threads(self) -> list[Thread]:
        """Return the threads about the passage."""
        return threads_of(self.work, [str(self.segment.uuid)]) if self.segment else []

    @property
    def asks_importance(self) -> bool:
        """Return whether the nuggets need importance: not in conversations."""
        return asks_importance(self.work.track)

    @property
    def then(self) -> str:
        """Return the URL of the next passage, "" after the last one."""
        after = self.passage.after if self.passage else None
        return address_of(self.work, after) if after else ""

    @property
    def before(self) -> str:
        """Return the URL of the passage before, "" for the first."""
        before = self.passage.before if self.passage else None
        return address_of(self.work, before) if before else ""


def asks_importance(track: Track) -> bool:
    """Return whether a track needs its nuggets vital or okay."""
    return track.profile.topics != "conversations"


def address_of(work: Allocation, row: PassageRow) -> str:
    """Return the URL of a passage's page."""
    return reverse("nuggets:spans_passage", args=[work.uuid, row.uuid])


def passages_of(
    work: Allocation, bank: Bank, version: BankVersion
) -> tuple[PassageRow, ...]:
    """Return the relevant passages and the nuggets' sources, in assessor's order."""
    sources = NuggetSource.objects.filter(nugget__listings__version=version)
    segments = set(sources.values_list("segment", flat=True))
    parts = Subnarrative.objects.live().filter(topic=work.topic)
    return list_passages(work, bank, segments, list(parts))


def resumes_at(
    passages: Sequence[PassageRow], version: BankVersion
) -> PassageRow | None:
    """Return the passage from which the last nugget was made, else the first one."""
    sources = NuggetSource.objects.filter(nugget__listings__version=version)
    newest = sources.order_by("-pk").first()
    wanted = newest.segment_id if newest else None
    first = passages[0] if passages else None
    return next((row for row in passages if row.pk == wanted), first)


def read_page(
    work: Allocation,
    bank: Bank,
    version: BankVersion,
    segment: UUID | None,
) -> SpanPage:
    """Return one passage's page; without a passage if the work has no such passage."""
    passages = passages_of(work, bank, version)
    passage = read_passage(passages, segment) if segment else None
    done = history_of(version).done
    listed = Listing.objects.filter(version=version).order_by("position", "pk")
    listings = list(listed.select_related("nugget"))
    parts = parts_of(work.topic)
    return SpanPage(
        work=work,
        bank=bank,
        version=version,
        passages=passages,
        passage=passage,
        rows=span_rows(listings, passage, parts),
        nuggets=tuple(ListedNugget(r.nugget.uuid, r.nugget.text) for r in listings),
        parts=tuple(parts.values()),
        talk=talk_of(work.topic),
        can_undo=bool(done),
        key=uuid4(),
    )


SPANS_SCREEN = screens.register(
    Screen(
        name="spans",
        turn=40,
        title="Span nuggets",
        verb="Mark nuggets",
        url_name="nuggets:spans",
        progress=editing_progress,
        topics=topics_of_bank,
        fits=in_conversations("spans"),
        subjects=edited_banks_of,
        exclusive=True,
        steps=EDITS,
    )
)


def find(work: Allocation, item: str) -> Spot:
    """Return one passage of the work, by its title."""
    try:
        bank = edited_bank(work)
    except BankGone:
        raise NotInThisWork from None
    version = versions_of(work, bank).first()
    passages = passages_of(work, bank, version) if version else ()
    wanted = uuid_in(item)
    found = next((row for row in passages if row.uuid == wanted), None)
    if found is None:
        raise NotInThisWork
    return Spot(str(wanted), f"Passage {found.number}: “{found.name}”")


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one passage of a page."""
    return [find(work, str(page))]


def address(work: Allocation, item: str) -> str:
    """Return the URL of a passage's page."""
    return reverse("nuggets:spans_passage", args=[work.uuid, uuid_in(item)])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each passage."""
    return {item: reverse("runs:segment", args=[track.uuid, item]) for item in items}


SPOTS = spots.register(Spots("spans", find, on_page, address, behind, can_skip=False))


def left_open(page: SpanPage) -> list[LeftOpen]:
    """Return the open points: an empty list, importance if needed, flags."""
    at = partial(address, page.work)
    found = [] if page.total else [EMPTY]
    if page.asks_importance and (unset := _unset(page)):
        places = [Place(text, at(str(segment))) for text, segment in unset]
        one, many = "nugget has no importance", "nuggets have no importance"
        found.append(counted(one, many, places))
    return found + flagged(threads_of(page.work), at)


def _unset(page: SpanPage) -> list[tuple[str, UUID]]:
    """Return the nuggets without importance, each with its first passage."""
    rows = NuggetSource.objects.filter(
        nugget__listings__version=page.version, nugget__listings__importance=""
    ).order_by("-pk")
    names = ("nugget", "nugget__text", "segment__uuid")
    first = {nugget: (text, at) for nugget, text, at in rows.values_list(*names)}
    return list(reversed(first.values()))
