"""The items of an assignment allocation: responses, nuggets and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import OuterRef, QuerySet

from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Judge
from assess.judging.models.footing import bare
from assess.judging.threads.listing import skipped_of
from assess.judging.work.recent import MOST, Recent, last_given, said_before
from assess.judging.work.walk import NOTHING, Given, Walk
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, BankVersion, Nugget
from runs.models import Response


class Row(NamedTuple):
    """One nugget beside one response, with the label that its person gave."""

    nugget: Nugget
    given: Given


@dataclass(frozen=True)
class Sheet(Walk[Response]):
    """All of an allocation: responses down, nuggets across, labels in between.

    Both in the order in which the assessor meets them; labels by (nugget, response).
    """

    version: BankVersion | None
    nuggets: tuple[Nugget, ...]
    responses: tuple[Response, ...]
    labels: dict[tuple[int, int], Given]
    skipped: frozenset[str] = frozenset()

    def rows(self, response: Response) -> list[Row]:
        """Return every nugget with its label on one response."""
        return [
            Row(nugget, self.labels.get((nugget.pk, response.pk), NOTHING))
            for nugget in self.nuggets
        ]

    @property
    def items(self) -> tuple[Response, ...]:
        """Return the responses in the assessor's order."""
        return self.responses

    def labels_of(self, item: Response) -> list[tuple[str, str]]:
        """Return each nugget's public name on a response and the value of its label."""
        return [
            (public_name(item.uuid, row.nugget.uuid), row.given.value)
            for row in self.rows(item)
        ]


def public_name(response: UUID, nugget: UUID) -> str:
    """Return what a nugget on a response is called within its work."""
    return f"{response}:{nugget}"


def read_sheet(allocation: Allocation) -> Sheet:
    """Return what an allocation holds now: late runs and later versions included."""
    version = versions_of([allocation]).get((allocation.subject, allocation.topic_id))
    nuggets = _nuggets(allocation, version) if version else ()
    responses = _responses(allocation)
    labels = _labels(allocation, nuggets, responses)
    skipped = skipped_of(allocation)
    return Sheet(version, nuggets, responses, labels, skipped)


def _nuggets(allocation: Allocation, version: BankVersion) -> tuple[Nugget, ...]:
    listings = list(
        version.listings.select_related("nugget").order_by("position", "id")
    )
    if allocation.track.profile.nuggets.label_order == "vital_first":
        listings.sort(key=lambda listing: listing.importance != "vital")
    return tuple(listing.nugget for listing in listings)


def _responses(allocation: Allocation) -> tuple[Response, ...]:
    found = Response.objects.visible().for_topic(allocation.topic)
    return tuple(
        sorted(found, key=lambda response: order_key(allocation.seed, response.uuid))
    )


def own_labels() -> QuerySet[AssignmentLabel]:
    """Return the labels of people, never a machine's."""
    people = AssignmentLabel.objects.filter(judge__kind=Judge.PERSON)
    return cast("QuerySet[AssignmentLabel]", people)


def _labels(
    allocation: Allocation, nuggets: Sequence[Nugget], responses: Sequence[Response]
) -> dict[tuple[int, int], Given]:
    rows = _labels_of(allocation, nuggets, responses)
    found = rows.values_list("nugget_id", "response_id", "value", "version")
    return {
        (nugget, response): Given(value, version)
        for nugget, response, value, version in found
    }


def _labels_of(
    allocation: Allocation, nuggets: Sequence[Nugget], responses: Sequence[Response]
) -> QuerySet[AssignmentLabel]:
    return own_labels().filter(
        judge__track=allocation.track,
        judge__user=allocation.assessor,
        round=allocation.round,
        nugget__in=[nugget.pk for nugget in nuggets],
        response__in=[response.pk for response in responses],
    )


def recent_labels(allocation: Allocation, sheet: Sheet) -> list[Recent]:
    """Return the last labels given and still in the work, the latest first."""
    nuggets = {nugget.pk: nugget for nugget in sheet.nuggets}
    responses = {
        response.pk: (place, response)
        for place, response in enumerate(sheet.responses, start=1)
    }
    here = _labels_of(allocation, sheet.nuggets, sheet.responses)
    rows = last_given(here, ASSIGNMENT, allocation)
    fields = ("value", "version", "value_before", "active_ms")
    found = rows.values_list("nugget", "response", *fields)
    return [
        Recent(
            item=public_name(responses[response][1].uuid, nuggets[nugget].uuid),
            page=responses[response][1].uuid,
            words=nuggets[nugget].text,
            place=responses[response][0],
            value=value,
            version=version,
            before=said_before(before),
            active_ms=active,
        )
        for nugget, response, value, version, before, active in found[:MOST]
    ]


def versions_of(
    allocations: Sequence[Allocation],
) -> dict[tuple[str, int], BankVersion]:
    """Return the frozen version that each (bank, topic) stands at now."""
    found = (
        BankVersion.objects.current()
        .filter(
            bank__uuid__in=_uuids(allocations),
            bank__deleted_at=None,
            bank__landed_at__isnull=False,
            topic__in={work.topic_id for work in allocations},
        )
        .select_related("bank")
    )
    return {(str(each.bank.uuid), each.topic_id): each for each in found}


def current_version(subject: str) -> QuerySet[Any]:
    """Return the row number of the version that an outer allocation stands at now.

    subject: the allocation's column with its bank's public id, without hyphens.
    """
    found = BankVersion.objects.current().filter(
        bank__deleted_at=None,
        bank__landed_at__isnull=False,
        topic=OuterRef(OuterRef("topic")),
    )
    own = found.alias(bare_bank=bare("bank__uuid"))
    return own.filter(bare_bank=OuterRef(OuterRef(subject))).values("pk")


def _uuids(allocations: Sequence[Allocation]) -> set[UUID]:
    return {UUID(work.subject) for work in allocations if work.subject}
