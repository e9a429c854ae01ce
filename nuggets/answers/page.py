"""The content of the page of one gold answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid4

from django.urls import reverse

from assess.judging.models import Allocation, Thread
from assess.judging.threads.listing import threads_of
from nuggets.answers.actions import Said, answer_of
from nuggets.answers.items import listed_nuggets
from nuggets.editing.passages import (
    Passage,
    PassageRow,
    list_passages,
    read_passage,
)
from nuggets.models import Bank, GoldAnswer, Nugget, NuggetSource
from runs.conversation import Talk, talk_of
from runs.kernel.words import COUNTERS
from runs.models import Subnarrative, Topic

CITATION = re.compile(r"(\[[^][]+\])")


class Covered(NamedTuple):
    """A nugget of the list, from 1, and whether the answer is marked as covering it."""

    number: int
    nugget: Nugget
    ticked: bool


class Used(NamedTuple):
    """A passage, whether it was used, and whether it is the one on the page."""

    row: PassageRow
    ticked: bool
    shown: bool


@dataclass(frozen=True)
class AnswerPage:
    """One answer, the nuggets that it may cover, the passages, and one of them."""

    work: Allocation
    answer: GoldAnswer | None
    said: Said
    nuggets: Sequence[Covered]
    passages: Sequence[Used]
    passage: Passage | None
    talk: Talk | None
    key: UUID

    @property
    def topic(self) -> Topic:
        """Return the topic of the answer."""
        return self.work.topic

    @property
    def url(self) -> str:
        """Return the URL of the whole page."""
        return reverse("nuggets:answer", args=[self.work.uuid])

    @property
    def is_open(self) -> bool:
        """Return whether the answer can still change."""
        return self.work.finished_at is None

    @property
    def seen(self) -> int:
        """Return the version that the page shows, 0 before the first."""
        return self.answer.version if self.answer else 0

    @property
    def words(self) -> int:
        """Return the answer's length, as the track counts words."""
        counter = self.work.track.profile.responses.word_counter
        return COUNTERS[counter](self.said.text)

    @property
    def covered(self) -> int:
        """Return how many of the list's nuggets the answer is marked as covering."""
        return sum(each.ticked for each in self.nuggets)

    @property
    def used(self) -> int:
        """Return how many of the passages were used."""
        return sum(each.ticked for each in self.passages)

    @property
    def pieces(self) -> list[tuple[str, PassageRow | None]]:
        """Return the text in pieces: words, and citations with their passage."""
        rows = {f"[{each.row.docid}]": each.row for each in self.passages}
        return [(one, rows.get(one)) for one in CITATION.split(self.said.text)]

    @property
    def threads(self) -> list[Thread]:
        """Return the threads about the answer."""
        return threads_of(self.work)


def read_page(
    work: Allocation,
    bank: Bank,
    passage: UUID | None = None,
    *,
    mine: Said | None = None,
) -> AnswerPage:
    """Read an answer's page; `mine` is shown instead of the saved answer.

    Without a known passage, the first one is shown.
    """
    answer = answer_of(work, bank)
    said = mine or said_in(answer)
    nuggets = listed_nuggets(bank, work)
    sources = NuggetSource.objects.filter(nugget__in=nuggets)
    segments = set(sources.values_list("segment", flat=True))
    parts = Subnarrative.objects.live().filter(topic=work.topic)
    rows = list_passages(work, bank, segments, list(parts))
    shown = read_passage(rows, passage) or read_passage(rows)
    return AnswerPage(
        work=work,
        answer=answer,
        said=said,
        nuggets=[
            Covered(number, nugget, nugget.uuid in said.covered)
            for number, nugget in enumerate(nuggets, start=1)
        ],
        passages=[
            Used(row, row.uuid in said.used, bool(shown and row == shown.row))
            for row in rows
        ],
        passage=shown,
        talk=talk_of(work.topic),
        key=uuid4(),
    )


def said_in(answer: GoldAnswer | None) -> Said:
    """Return the content of an answer, empty if there is none yet."""
    if answer is None:
        return Said("")
    covered, used = (tuple(map(UUID, ids)) for ids in (answer.covered, answer.used))
    return Said(answer.text, covered, used)
