"""The items of an assignment allocation: responses, nuggets and their labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import Count, QuerySet

from assess.actions.labels import Act, Outcome
from assess.kernel.order import order_key
from assess.models import Allocation, Judge
from assess.screens import Progress
from assess.threads.reading import skipped_in
from assess.work.actions import finish_if_done, label_item
from assess.work.recent import MOST, Recent
from assess.work.walk import NOTHING, Given, NotInThisWork, Walk
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, BankVersion, Listing, Nugget
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
    version = _versions([allocation]).get((allocation.subject, allocation.topic_id))
    nuggets = _nuggets(allocation, version) if version else ()
    responses = _responses(allocation)
    labels = _labels(allocation, nuggets, responses)
    skipped = frozenset(skipped_in([allocation])[allocation.pk])
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


def _own_labels() -> QuerySet[AssignmentLabel]:
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
    return _own_labels().filter(
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
    rows = _labels_of(allocation, sheet.nuggets, sheet.responses).exclude(value="")
    found = rows.order_by("-at", "-pk").values_list("nugget", "response", "value")
    return [
        _recent(nuggets[nugget], *responses[response], value)
        for nugget, response, value in found[:MOST]
    ]


def _recent(nugget: Nugget, place: int, response: Response, value: str) -> Recent:
    return Recent(
        item=public_name(response.uuid, nugget.uuid),
        page=response.uuid,
        words=nugget.text,
        place=place,
        value=value,
    )


def _versions(allocations: Sequence[Allocation]) -> dict[tuple[str, int], BankVersion]:
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


def _uuids(allocations: Sequence[Allocation]) -> set[UUID]:
    return {UUID(work.subject) for work in allocations if work.subject}


def assignment_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each assignment allocation is, by row number."""
    versions = _versions(allocations)
    nuggets: dict[int, list[int]] = defaultdict(list)
    listed = Listing.objects.filter(version__in=list(versions.values()))
    for version, nugget in listed.values_list("version", "nugget"):
        nuggets[version].append(nugget)
    topics = {work.topic_id for work in allocations}
    responses = _counts(Response.objects.visible().filter(topic__in=topics), "topic")
    done = _done(allocations, topics)
    skipped = _skipped(allocations, topics, nuggets)
    found = {}
    for work in allocations:
        at = versions.get((work.subject, work.topic_id))
        if at:
            own = (work.track_id, work.assessor_id, work.round)
            given = sum(done[(*own, nugget)] for nugget in nuggets[at.pk])
            total = len(nuggets[at.pk]) * responses[work.topic_id]
            number = skipped[work.pk, at.pk]
            found[work.pk] = Progress(given, total, skipped=number)
    return found


def _skipped(
    allocations: Sequence[Allocation],
    topics: set[int],
    nuggets: dict[int, list[int]],
) -> Counter[tuple[int, int]]:
    """Count the skipped labels that are still asked for, by (allocation, version)."""
    names = skipped_in(allocations)
    pairs = {
        work: [tuple(name.split(":")) for name in found]
        for work, found in names.items()
    }
    every = {uuid for found in pairs.values() for pair in found for uuid in pair}
    if not every:
        return Counter()
    answers = Response.objects.visible().filter(topic__in=topics, uuid__in=every)
    visible = {str(uuid) for uuid in answers.values_list("uuid", flat=True)}
    rows = Nugget.objects.filter(uuid__in=every).values_list("uuid", "pk")
    numbers = {str(uuid): pk for uuid, pk in rows}
    return Counter(
        {
            (work, version): sum(
                response in visible and numbers.get(nugget) in listed
                for response, nugget in found
            )
            for work, found in pairs.items()
            for version, listed in nuggets.items()
        }
    )


def _counts(rows: QuerySet[Any], by: str) -> Counter[int]:
    counted = rows.order_by().values_list(by).annotate(number=Count("pk"))
    return Counter(dict(counted))


def _done(
    allocations: Sequence[Allocation], topics: set[int]
) -> Counter[tuple[int, int, int, int]]:
    """Count the labels given by (track, person, round, nugget).

    Counted nugget by nugget, in the order of the labels' index: joining the bank
    versions to every label takes ten times as long.
    """
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    judges = {
        pk: (track, user)
        for pk, track, user in people.values_list("pk", "track", "user")
    }
    hidden = Response.objects.filter(topic__in=topics).exclude(
        pk__in=Response.objects.visible().filter(topic__in=topics).values("pk")
    )
    rows = (
        _own_labels()
        .filter(judge__in=list(judges))
        .exclude(value="")
        .exclude(response__in=list(hidden.values_list("pk", flat=True)))
        .order_by()
        .values_list("judge", "nugget", "round")
        .annotate(number=Count("pk"))
    )
    return Counter(
        {(*judges[judge], turn, nugget): number for judge, nugget, turn, number in rows}
    )


def label_assignment(
    allocation: Allocation,
    *,
    response: UUID,
    nugget: UUID,
    value: str,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one label of an allocation, as its assessor.

    Raise NotInThisWork for an item that the allocation does not hold, StaleLabel and
    NotOnTheScale as `give_label` does.
    """
    item = _item(allocation, response=response, nugget=nugget)
    return label_item(
        allocation,
        ASSIGNMENT,
        item,
        value,
        name=public_name(response, nugget),
        act=act,
        now=now,
    )


def _item(allocation: Allocation, *, response: UUID, nugget: UUID) -> tuple[int, int]:
    """Return the row numbers of an item without reading the whole allocation."""
    answer = (
        Response.objects.visible()
        .for_topic(allocation.topic)
        .filter(uuid=response)
        .values_list("pk", flat=True)
        .first()
    )
    version = _versions([allocation]).get((allocation.subject, allocation.topic_id))
    piece = (
        Nugget.objects.filter(uuid=nugget, listings__version=version)
        .values_list("pk", flat=True)
        .first()
        if version
        else None
    )
    if answer is None or piece is None:
        raise NotInThisWork
    return piece, answer


def finish_assignment(allocation: Allocation, *, now: datetime) -> Progress:
    """Finish an allocation in which nothing is left; return how far it is."""
    return finish_if_done(allocation, assignment_progress, now=now)
