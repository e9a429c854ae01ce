"""The items of assignment: each nugget on each response, and the work on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.judging.models.subjects import bare
from assess.judging.screens import Progress, Screen
from assess.judging.skips import Names, names_in, skips_in
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.items import own_labels, people_among
from assess.judging.work.walk import NOTHING, Given, NotInThisWork, Walk
from config.operations.readings import Reading, ask, together
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.subjects import banks_of, topics_of_bank
from nuggets.models import AssignmentLabel, BankVersion, Listing, Nugget
from runs.models import Response, Track


class JudgedNugget(NamedTuple):
    """One nugget of a response, with its person's label."""

    nugget: Nugget
    given: Given


@dataclass(frozen=True)
class AssignmentSheet(Walk[Response]):
    """The work of an allocation: responses down, nuggets across, labels in between.

    Both are in the order in which the assessor sees them; labels by (nugget, response).
    """

    version: BankVersion | None
    nuggets: tuple[Nugget, ...]
    responses: tuple[Response, ...]
    labels: dict[tuple[int, int], Given]
    skipped: frozenset[str] = frozenset()

    def rows(self, response: Response) -> list[JudgedNugget]:
        """Return every nugget with its label on one response."""
        return [
            JudgedNugget(nugget, self.labels.get((nugget.pk, response.pk), NOTHING))
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
    """Return the public name of a nugget on a response within its work."""
    return f"{response}:{nugget}"


def read_sheet(allocation: Allocation) -> AssignmentSheet:
    """Return the current sheet of an allocation, with late runs and later versions."""
    version = current_versions([allocation]).select_related("bank").first()
    nuggets = _nuggets(allocation, version) if version else ()
    responses = _responses(allocation)
    labels = _labels(allocation, nuggets, responses)
    skipped = skipped_of(allocation)
    return AssignmentSheet(version, nuggets, responses, labels, skipped)


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


def _labels(
    allocation: Allocation, nuggets: Sequence[Nugget], responses: Sequence[Response]
) -> dict[tuple[int, int], Given]:
    rows = labels_of(allocation, nuggets, responses)
    found = rows.values_list("nugget_id", "response_id", "value", "version")
    return {
        (nugget, response): Given(value, version)
        for nugget, response, value, version in found
    }


def labels_of(
    allocation: Allocation, nuggets: Sequence[Nugget], responses: Sequence[Response]
) -> QuerySet[Any]:
    """Return the person's labels of some nuggets on some responses."""
    return own_labels(ASSIGNMENT, allocation).filter(
        nugget__in=[nugget.pk for nugget in nuggets],
        response__in=[response.pk for response in responses],
    )


def current_versions(allocations: Sequence[Allocation]) -> QuerySet[BankVersion]:
    """Return the current frozen versions of the banks of some work."""
    found = BankVersion.objects.current().filter(
        bank__uuid__in={UUID(work.subject) for work in allocations if work.subject},
        bank__deleted_at=None,
        bank__landed_at__isnull=False,
        topic__in={work.topic_id for work in allocations},
    )
    return found.order_by()


def current_version(subject: str) -> QuerySet[Any]:
    """Return the row number of the current version of an outer allocation.

    subject: the allocation's column with its bank's public id, without hyphens.
    """
    found = BankVersion.objects.current().filter(
        bank__deleted_at=None,
        bank__landed_at__isnull=False,
        topic=OuterRef(OuterRef("topic")),
    )
    own = found.alias(bare_bank=bare("bank__uuid"))
    return own.filter(bare_bank=OuterRef(OuterRef(subject))).values("pk")


def assignment_progress(
    allocations: Sequence[Allocation],
) -> Reading[dict[int, Progress]]:
    """Return the progress of each assignment allocation, by row number."""
    topics = {work.topic_id for work in allocations}
    current = current_versions(allocations)
    answers = Response.objects.visible().filter(topic__in=topics).order_by()
    versions, listed, numbers, people, hidden, skips = yield [
        current.values_list("bank__uuid", "topic", "pk"),
        Listing.objects.filter(version__in=current.values("pk"))
        .order_by()
        .values_list("version", "nugget"),
        answers.values_list("topic").annotate(number=Count("pk")),
        people_among(allocations),
        Response.objects.filter(topic__in=topics)
        .exclude(pk__in=answers.values("pk"))
        .order_by()
        .values_list("pk", flat=True),
        skips_in(allocations),
    ]
    nuggets: dict[int, list[int]] = defaultdict(list)
    for version, nugget in listed:
        nuggets[version].append(nugget)
    judges = {judge: (track, user) for judge, track, user in people}
    given, skipped = yield from together(
        ask(_given(judges, hidden)), _skipped(names_in(skips), answers, nuggets)
    )
    done = {(*judges[judge], *turn, one): n for judge, one, *turn, n in given[0]}
    standing = {(str(bank), topic): pk for bank, topic, pk in versions}
    responses = dict(numbers)
    found = {}
    for work in allocations:
        at = standing.get((work.subject, work.topic_id))
        if at is not None:
            own = (work.track_id, work.assessor_id, work.round, work.repeat)
            total = len(nuggets[at]) * responses.get(work.topic_id, 0)
            labels = sum(done.get((*own, nugget), 0) for nugget in nuggets[at])
            found[work.pk] = Progress(labels, total, skipped=skipped[work.pk, at])
    return found


def _given(judges: Collection[int], hidden: Collection[int]) -> QuerySet[Any, Any]:
    """Count the labels given by (judge, nugget, round, repeat).

    Counted nugget by nugget, in the order of the labels' index: joining the bank
    versions to every label takes ten times as long.
    """
    given: QuerySet[Any] = AssignmentLabel.objects.given()
    seen = given.filter(judge__in=list(judges)).exclude(response__in=list(hidden))
    named = seen.order_by().values_list("judge", "nugget", "round", "repeat")
    counted: QuerySet[Any] = named.annotate(number=Count("pk"))
    return counted


def _skipped(
    names: Names, answers: QuerySet[Response], nuggets: Mapping[int, Sequence[int]]
) -> Reading[Counter[tuple[int, int]]]:
    """Count the skipped labels that are still in the work, by (allocation, version)."""
    pairs = {
        work: [tuple(name.split(":")) for name in found]
        for work, found in names.items()
    }
    every = {uuid for found in pairs.values() for pair in found for uuid in pair}
    asked, named = yield [
        answers.filter(uuid__in=every).values_list("uuid", flat=True),
        Nugget.objects.filter(uuid__in=every).order_by().values_list("uuid", "pk"),
    ]
    visible = {str(uuid) for uuid in asked}
    numbers = {str(uuid): pk for uuid, pk in named}
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


SCREEN = screens.register(
    Screen(
        name=ASSIGNMENT.name,
        turn=20,
        title=ASSIGNMENT.title,
        verb="Label responses",
        url_name="nuggets:assign",
        progress=assignment_progress,
        topics=topics_of_bank,
        subjects=banks_of,
    )
)


def _parts(item: str) -> tuple[UUID, UUID]:
    response, _, nugget = item.partition(":")
    return uuid_in(response), uuid_in(nugget)


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the nuggets on one response."""
    sheet = read_sheet(work)
    place = sheet.place(sheet.find(page))
    return [
        Spot(
            public_name(page, nugget.uuid), f"Response {place}, nugget “{nugget.text}”"
        )
        for nugget in sheet.nuggets
    ]


def find(work: Allocation, item: str) -> Spot:
    """Return one nugget on one response."""
    response, nugget = _parts(item)
    name = public_name(response, nugget)
    found = [each for each in on_page(work, response) if each.item == name]
    if not found:
        raise NotInThisWork
    return found[0]


def address(work: Allocation, item: str) -> str:
    """Return the URL of the response's page, at the nugget."""
    response, nugget = _parts(item)
    page = reverse("nuggets:assign_response", args=[work.uuid, response])
    return f"{page}#nugget-{nugget}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each response."""
    return {
        item: reverse("runs:response", args=[track.uuid, _parts(item)[0]])
        for item in items
    }


SPOTS = spots.register(Spots(ASSIGNMENT.name, find, on_page, address, behind))
