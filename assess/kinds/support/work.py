"""The items of a support allocation: responses, their citations and the labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Judge
from assess.judging.threads.listing import skipped_in
from assess.judging.work.recent import MOST, Recent, last_given, said_before
from assess.judging.work.walk import NOTHING, Given, Walk
from assess.kinds.support.citations import judged_citations
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Response, Sentence, Topic, Track


class Unasked(NamedTuple):
    """What nobody is asked about, counted over all responses to the topic.

    silent: responses with nothing to judge, their sentences counted too.
    """

    sentences: int  # without a citation
    citations: int  # whose segment has no text
    silent: int


class Cited(NamedTuple):
    """One citation to judge: its row number and its public id."""

    pk: int
    uuid: UUID


@dataclass(frozen=True)
class Sheet(Walk[Response]):
    """All of an allocation: the responses that cite, their citations, the labels.

    Responses in the order in which the assessor meets them; citations by response and
    labels by citation, all by row number.
    """

    responses: tuple[Response, ...]
    citations: dict[int, list[Cited]]
    labels: dict[int, Given]
    unasked: Unasked
    skipped: frozenset[str] = frozenset()

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
    """Return what a citation is called within its work."""
    return f"support:{citation}"


def citations_of(allocation: Allocation) -> QuerySet[Citation]:
    """Return the citations that an allocation asks about: those with a text."""
    return _of_topic(allocation).exclude(segment__text="")


def _of_topic(allocation: Allocation) -> QuerySet[Citation]:
    asked = judged_citations([allocation.track])
    return asked.filter(sentence__response__topic=allocation.topic)


def read_sheet(allocation: Allocation) -> Sheet:
    """Return what an allocation holds now, late runs and late texts included."""
    citations, bare = _citations(allocation)
    every = list(
        Response.objects.visible()
        .for_topic(allocation.topic)
        .defer("text", "references")
    )
    asked = [response for response in every if response.pk in citations]
    asked.sort(key=lambda response: order_key(allocation.seed, response.uuid))
    unasked = Unasked(
        sentences=_uncited(allocation),
        citations=bare,
        silent=len(every) - len(asked),
    )
    skipped = frozenset(skipped_in([allocation])[allocation.pk])
    return Sheet(tuple(asked), citations, _labels(allocation), unasked, skipped)


def _citations(allocation: Allocation) -> tuple[dict[int, list[Cited]], int]:
    """Return the citations to judge by response, and how many lack a text."""
    found: dict[int, list[Cited]] = defaultdict(list)
    bare = 0
    rows = _of_topic(allocation).annotate(is_bare=Q(segment__text=""))
    columns = rows.order_by("sentence__position", "position").values_list(
        "sentence__response", "pk", "uuid", "is_bare"
    )
    for response, pk, uuid, is_bare in columns:
        if is_bare:
            bare += 1
        else:
            found[response].append(Cited(pk, uuid))
    return dict(found), bare


def _uncited(allocation: Allocation) -> int:
    responses = Response.objects.visible().for_topic(allocation.topic).values("pk")
    cited = Citation.objects.filter(sentence=OuterRef("pk"))
    rows = Sentence.objects.filter(~Exists(cited), response__in=responses)
    return rows.count()


def own_labels() -> QuerySet[SupportLabel]:
    """Return the labels of people, never a machine's."""
    people = SupportLabel.objects.filter(judge__kind=Judge.PERSON)
    return cast("QuerySet[SupportLabel]", people)


def _labels_of(allocation: Allocation) -> QuerySet[SupportLabel]:
    return own_labels().filter(
        judge__track=allocation.track,
        judge__user=allocation.assessor,
        round=allocation.round,
        citation__sentence__response__topic=allocation.topic,
    )


def _labels(allocation: Allocation) -> dict[int, Given]:
    rows = _labels_of(allocation)
    found = rows.values_list("citation", "value", "version")
    return {citation: Given(value, version) for citation, value, version in found}


def values_and_details(allocation: Allocation) -> list[tuple[str, dict[str, Any]]]:
    """Return what the labels given say, and what was kept beside each."""
    given = _labels_of(allocation).exclude(value="")
    return list(given.values_list("value", "details"))


def recent_labels(allocation: Allocation, sheet: Sheet) -> list[Recent]:
    """Return the last labels given and still in the work, the latest first."""
    here = (
        _labels_of(allocation)
        .filter(citation__in=citations_of(allocation).values("pk"))
        .select_related("citation__sentence__response")
        .defer("citation__sentence__response__text")
    )
    return [
        Recent(
            item=public_name(label.citation.uuid),
            page=label.citation.sentence.response.uuid,
            words=label.citation.sentence.text,
            place=sheet.place(label.citation.sentence.response),
            value=label.value,
            version=label.version,
            before=said_before(label.value_before),
            active_ms=label.active_ms,
        )
        for label in last_given(here, SUPPORT, allocation)[:MOST]
    ]


def topics_with_citations(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics with a citation that can be judged."""
    asked = judged_citations([track]).exclude(segment__text="")
    own = asked.filter(sentence__response__topic=OuterRef("pk"))
    return Topic.objects.filter(Exists(own), track=track)
