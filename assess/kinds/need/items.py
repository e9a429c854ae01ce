"""The items of need: sentences without a citation, response by response."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Round
from assess.judging.rounds.protocols import round_of, waits_for, withheld_from
from assess.judging.screens import Progress, Screen
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import spots_of_sheet, uuid_in
from assess.judging.work.items import given_by, own_labels, progress_by_topic
from assess.judging.work.walk import NOTHING, Given, Walk
from assess.kinds.need.kind import NEED, asks_need
from config.operations.readings import Reading
from runs.models import Citation, Response, Sentence, Topic, Track


class UncitedSentence(NamedTuple):
    """One sentence to judge: its row number, its public id, its place from 0."""

    pk: int
    uuid: UUID
    position: int


@dataclass(frozen=True)
class NeedSheet(Walk[Response]):
    """The work of an allocation: responses with sentences that cite nothing.

    Responses in the order in which the assessor sees them; sentences by response and
    labels by sentence, all by row number.
    """

    responses: tuple[Response, ...]
    sentences: dict[int, list[UncitedSentence]]
    labels: dict[int, Given]
    skipped: frozenset[str] = frozenset()
    protocol: Round | None = None  # None: by the rules of the track's profile

    def given(self, sentence: int) -> Given:
        """Return the label of one sentence."""
        return self.labels.get(sentence, NOTHING)

    @property
    def items(self) -> tuple[Response, ...]:
        """Return the responses in the assessor's order."""
        return self.responses

    def labels_of(self, item: Response) -> list[tuple[str, str]]:
        """Return each sentence's public name and the value of its label."""
        return [
            (str(one.uuid), self.given(one.pk).value) for one in self.sentences[item.pk]
        ]


def uncited_sentences() -> QuerySet[Sentence]:
    """Return the sentences of visible responses that have a text and no citation."""
    cited = Citation.objects.filter(sentence=OuterRef("pk"))
    responses = Response.objects.visible().values("pk")
    asked = Sentence.objects.filter(~Exists(cited), response__in=responses)
    return asked.exclude(text="")


def sentences_of(allocation: Allocation) -> QuerySet[Sentence]:
    """Return the sentences of an allocation, by response and position."""
    own = uncited_sentences().filter(response__topic=allocation.topic)
    return own.order_by("response", "position")


def read_sheet(allocation: Allocation) -> NeedSheet:
    """Return the current sheet of an allocation, with late runs."""
    found: dict[int, list[UncitedSentence]] = defaultdict(list)
    columns = sentences_of(allocation).values_list("response", "pk", "uuid", "position")
    for response, pk, uuid, position in columns:
        found[response].append(UncitedSentence(pk, uuid, position))
    rows = Response.objects.filter(pk__in=found).defer("text", "references")
    responses = sorted(rows, key=lambda row: order_key(allocation.seed, row.uuid))
    return NeedSheet(
        tuple(responses),
        dict(found),
        given_by(own_labels(NEED, allocation), "sentence"),
        skipped_of(allocation),
        round_of(allocation),
    )


def need_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return how far each allocation is, by row number."""
    topics = {work.topic_id for work in allocations}
    asked = uncited_sentences().filter(response__topic__in=topics).order_by()
    totals = asked.values_list("response__topic").annotate(number=Count("pk"))

    def still(names: set[str]) -> Reading[set[str]]:
        found = asked.filter(uuid__in=[uuid_in(name) for name in names])
        [uuids] = yield [found.values_list("uuid", flat=True)]
        return {str(uuid) for uuid in uuids}

    where = Q(sentence__in=asked.values("pk"))
    return progress_by_topic(NEED, allocations, totals, where=where, still=still)


def topics_with_uncited(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics with a sentence that cites nothing."""
    own = uncited_sentences().filter(response__topic=OuterRef("pk"))
    return Topic.objects.filter(Exists(own), track=track)


def not_asked(protocol: Round) -> str:
    """Return why a round has no such work, "" if it has."""
    if protocol.asks_uncited:
        return ""
    return f"The round “{protocol}” does not ask about sentences without a citation."


SCREEN = screens.register(
    Screen(
        name=NEED.name,
        turn=72,
        title=NEED.title,
        verb="Judge uncited sentences",
        url_name="assess:need",
        progress=need_progress,
        topics=topics_with_uncited,
        has_rounds=True,
        withheld=withheld_from,
        waits=waits_for,
        not_in_round=not_asked,
        fits=asks_need,
    )
)


def _words(sheet: NeedSheet, response: Response) -> list[str]:
    place = sheet.place(response)
    return [
        f"Response {place}, sentence {one.position + 1}"
        for one in sheet.sentences[response.pk]
    ]


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each sentence's response."""
    rows = Sentence.objects.filter(uuid__in=[uuid_in(item) for item in items])
    responses = dict(rows.values_list("uuid", "response__uuid"))
    return {
        str(sentence): reverse("runs:response", args=[track.uuid, response])
        for sentence, response in responses.items()
    }


SPOTS = spots.register(
    spots_of_sheet(
        NEED.name,
        read_sheet,
        _words,
        "assess:need_response",
        behind,
        anchor="sentence-",
    )
)
