"""What can be talked about in support: the cited passages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from django.urls import reverse

from assess.judging.models import Allocation
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.work import citations_of, public_name, read_sheet
from runs.models import Citation, Track


def _citation(item: str) -> UUID:
    return uuid_in(item.removeprefix("support:"))


def _spots(work: Allocation, citations: Iterable[Citation]) -> list[Spot]:
    sheet = read_sheet(work)
    return [
        Spot(
            public_name(one.uuid),
            f"Response {sheet.place(one.sentence.response)}, sentence "
            f"{one.sentence.position + 1}: “{one.segment.title or one.segment.docid}”",
        )
        for one in citations
    ]


def find(work: Allocation, item: str) -> Spot:
    """Return one citation of the work, by its sentence and its passage."""
    asked = citations_of(work).select_related("sentence__response", "segment")
    found = _spots(work, asked.filter(uuid=_citation(item)))
    if not found:
        raise NotInThisWork
    return found[0]


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the citations of one response, in their order."""
    asked = citations_of(work).select_related("sentence__response", "segment")
    own = asked.filter(sentence__response__uuid=page)
    return _spots(work, own.order_by("sentence__position", "position"))


def address(work: Allocation, item: str) -> str:
    """Return the page of a citation's response."""
    asked = citations_of(work).filter(uuid=_citation(item))
    response = asked.values_list("sentence__response__uuid", flat=True).first()
    if response is None:
        raise NotInThisWork
    page = reverse("assess:support_response", args=[work.uuid, response])
    return f"{page}#pair-{_citation(item)}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each citation's response."""
    rows = Citation.objects.filter(uuid__in=[_citation(item) for item in items])
    responses = dict(rows.values_list("uuid", "sentence__response__uuid"))
    return {
        public_name(citation): reverse("runs:response", args=[track.uuid, response])
        for citation, response in responses.items()
    }


SPOTS = register(Spots(SUPPORT.name, find, on_page, address, behind))
