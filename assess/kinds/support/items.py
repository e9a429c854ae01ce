"""The items of support: citations, response by response, and the work on them."""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Round
from assess.judging.models.rounds import TRAINING
from assess.judging.rounds.protocols import (
    round_of,
    rounds_of,
    waits_for,
    withheld_from,
)
from assess.judging.rounds.scores import training_score
from assess.judging.screens import Progress, Screen
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.items import (
    given_by,
    own_labels,
    progress_by_topic,
)
from assess.judging.work.walk import NOTHING, Given, NotInThisWork, Walk
from assess.kinds.support.kind import SUPPORT
from config.operations.readings import Reading, together
from runs.kernel.profile import CitationsJudged
from runs.models import Citation, Response, Sentence, Topic, Track, judged_places


class Unasked(NamedTuple):
    """What is not part of the work, counted over all responses to the topic.

    silent: responses with nothing to judge; their sentences are counted too.
    """

    sentences: int  # without a citation
    citations: int  # whose segment has no text
    silent: int


class CitedSentence(NamedTuple):
    """One citation to judge: its row number and its public id."""

    pk: int
    uuid: UUID


@dataclass(frozen=True)
class SupportSheet(Walk[Response]):
    """The work of an allocation: the responses with citations, and the labels.

    Responses in the order in which the assessor sees them; citations by response and
    labels by citation, all by row number.
    """

    responses: tuple[Response, ...]
    citations: dict[int, list[CitedSentence]]
    labels: dict[int, Given]
    count_unasked: Callable[[], Unasked]
    skipped: frozenset[str] = frozenset()
    protocol: Round | None = None  # None: by the rules of the track's profile

    @cached_property
    def unasked(self) -> Unasked:
        """Return what is not part of the work; only the end page shows it."""
        return self.count_unasked()

    def given(self, citation: int) -> Given:
        """Return the label of one citation."""
        return self.labels.get(citation, NOTHING)

    @property
    def items(self) -> tuple[Response, ...]:
        """Return the responses in the assessor's order."""
        return self.responses

    def labels_of(self, item: Response) -> list[tuple[str, str]]:
        """Return each citation's public name and the value of its label."""
        return [
            (public_name(cited.uuid), self.given(cited.pk).value)
            for cited in self.citations[item.pk]
        ]


def public_name(citation: UUID) -> str:
    """Return the public name of a citation within its work."""
    return f"support:{citation}"


def _uuid(name: str) -> UUID:
    return uuid_in(name.removeprefix("support:"))


def judged_rule(track: Track, protocol: Round | None) -> CitationsJudged:
    """Return how many of a sentence's citations are judged in a round."""
    if protocol is not None:
        return protocol.citations_judged
    return track.profile.responses.citations_judged


def judged_citations(
    tracks: Iterable[Track], protocol: Round | None = None
) -> QuerySet[Citation]:
    """Return the citations of visible responses that some tracks have judged.

    The round, else each track's profile defines them; citations whose segment has no
    text yet are included.
    """
    asked = Q(pk__in=())
    for track in tracks:
        own = Q(sentence__response__topic__track=track)
        asked |= own & judged_places(judged_rule(track, protocol))
    responses = Response.objects.visible().values("pk")
    return Citation.objects.filter(asked, sentence__response__in=responses)


def citations_of(allocation: Allocation) -> QuerySet[Citation]:
    """Return the citations of an allocation: those with a text."""
    found = _of_topic(allocation, round_of(allocation))
    return found.exclude(segment__text="")


def _of_topic(allocation: Allocation, protocol: Round | None) -> QuerySet[Citation]:
    asked = judged_citations([allocation.track], protocol)
    return asked.filter(sentence__response__topic=allocation.topic)


def read_sheet(allocation: Allocation) -> SupportSheet:
    """Return the current sheet of an allocation, with late runs and late texts."""
    protocol = round_of(allocation)
    citations, bare = _citations(_of_topic(allocation, protocol))
    every = list(
        Response.objects.visible()
        .for_topic(allocation.topic)
        .defer("text", "references")
    )
    asked = [response for response in every if response.pk in citations]
    asked.sort(key=lambda response: order_key(allocation.seed, response.uuid))

    def unasked() -> Unasked:
        silent = len(every) - len(asked)
        return Unasked(_uncited(allocation), citations=bare, silent=silent)

    labels = given_by(own_labels(SUPPORT, allocation), "citation")
    skipped = skipped_of(allocation)
    return SupportSheet(tuple(asked), citations, labels, unasked, skipped, protocol)


def _citations(asked: QuerySet[Citation]) -> tuple[dict[int, list[CitedSentence]], int]:
    """Return the citations to judge by response, and how many lack a text."""
    found: dict[int, list[CitedSentence]] = defaultdict(list)
    bare = 0
    rows = asked.annotate(is_bare=Q(segment__text=""))
    columns = rows.order_by("sentence__position", "position").values_list(
        "sentence__response", "pk", "uuid", "is_bare"
    )
    for response, pk, uuid, is_bare in columns:
        if is_bare:
            bare += 1
        else:
            found[response].append(CitedSentence(pk, uuid))
    return dict(found), bare


def _uncited(allocation: Allocation) -> int:
    responses = Response.objects.visible().for_topic(allocation.topic).values("pk")
    cited = Citation.objects.filter(sentence=OuterRef("pk"))
    rows = Sentence.objects.filter(~Exists(cited), response__in=responses)
    return rows.count()


def support_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return how far each support allocation is, by row number."""
    rounds = rounds_of(allocations)
    [stored] = (yield [rounds]) if rounds is not None else ([],)
    known = {(each.track_id, each.number): each for each in stored}
    own: dict[Round | None, list[Allocation]] = defaultdict(list)
    for work in allocations:
        own[known.get((work.track_id, work.round % TRAINING))].append(work)
    every = yield from together(*(_progress(*each) for each in own.items()))
    return dict(ChainMap(*every))


def _progress(
    protocol: Round | None, allocations: Sequence[Allocation]
) -> Reading[dict[int, Progress]]:
    """Return the progress of the allocations of one round."""
    tracks = {work.track_id: work.track for work in allocations}
    asked = judged_citations(tracks.values(), protocol).filter(
        sentence__response__topic__in={work.topic_id for work in allocations}
    )
    asked = asked.exclude(segment__text="")
    counted = asked.order_by().values_list("sentence__response__topic")
    totals = counted.annotate(number=Count("pk"))

    def still(names: set[str]) -> Reading[set[str]]:
        found = asked.filter(uuid__in=[_uuid(name) for name in names]).order_by()
        [uuids] = yield [found.values_list("uuid", flat=True)]
        return {public_name(uuid) for uuid in uuids}

    where = Q(citation__in=asked.values("pk"))
    return progress_by_topic(SUPPORT, allocations, totals, where=where, still=still)


def topics_with_citations(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics with a citation that can be judged."""
    asked = judged_citations([track]).exclude(segment__text="")
    own = asked.filter(sentence__response__topic=OuterRef("pk"))
    return Topic.objects.filter(Exists(own), track=track)


def not_passed(work: Allocation) -> str:
    """Return why a training cannot be finished yet; "" for any other work."""
    score = training_score(work, SUPPORT)
    if score is None or score.passed:
        return ""
    return (
        f"{score.right} of {score.n} labels are right. {score.pass_mark} % are needed: "
        "check those that differ."
    )


SCREEN = screens.register(
    Screen(
        name=SUPPORT.name,
        turn=70,
        title=SUPPORT.title,
        verb="Check citations",
        url_name="assess:support",
        progress=support_progress,
        topics=topics_with_citations,
        shows_machine=True,
        has_rounds=True,
        is_trained=True,
        withheld=withheld_from,
        waits=waits_for,
        unfit=not_passed,
    )
)


def _spots(work: Allocation, citations: QuerySet[Citation]) -> list[Spot]:
    sheet = read_sheet(work)
    return [
        Spot(
            public_name(one.uuid),
            f"Response {sheet.place(one.sentence.response)}, sentence "
            f"{one.sentence.position + 1}: “{one.segment.title or one.segment.docid}”",
        )
        for one in citations.select_related("sentence__response", "segment")
    ]


def find(work: Allocation, item: str) -> Spot:
    """Return one citation of the work, by its sentence and its passage."""
    found = _spots(work, citations_of(work).filter(uuid=_uuid(item)))
    if not found:
        raise NotInThisWork
    return found[0]


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the citations of one response, in their order."""
    own = citations_of(work).filter(sentence__response__uuid=page)
    return _spots(work, own.order_by("sentence__position", "position"))


def address(work: Allocation, item: str) -> str:
    """Return the URL of the page of a citation's response."""
    asked = citations_of(work).filter(uuid=_uuid(item))
    response = asked.values_list("sentence__response__uuid", flat=True).first()
    if response is None:
        raise NotInThisWork
    page = reverse("assess:support_response", args=[work.uuid, response])
    return f"{page}#pair-{_uuid(item)}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each citation's response."""
    rows = Citation.objects.filter(uuid__in=[_uuid(item) for item in items])
    responses = dict(rows.values_list("uuid", "sentence__response__uuid"))
    return {
        public_name(citation): reverse("runs:response", args=[track.uuid, response])
        for citation, response in responses.items()
    }


SPOTS = spots.register(Spots(SUPPORT.name, find, on_page, address, behind))
