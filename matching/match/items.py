"""The items of matching: the pairs of a batch, and the work on them.

Nothing here reads which pair is the test item: it looks like any other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse

from accounts.models import User
from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation, Slot
from assess.judging.models.subjects import bare
from assess.judging.screens import Pause, Progress, Screen
from assess.judging.skips import names_in, skips_in
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.items import people_among
from assess.judging.work.walk import NOTHING, Given, NotInThisWork, Walk
from config.operations.readings import Reading
from matching.batches.actions import PAUSE, close_batch, paused_people
from matching.match.kind import MATCH
from matching.models import Batch, MatchLabel, Pair, Voiding
from matching.track import has_matching
from runs.models import Topic, Track


@dataclass(frozen=True)
class MatchSheet(Walk[Pair]):
    """The work of an allocation: a batch's pairs in its own order, and the labels.

    Labels by (nugget, response), by row number.
    """

    pairs: tuple[Pair, ...]
    labels: dict[tuple[int, int], Given]
    skipped: frozenset[str] = frozenset()

    @property
    def items(self) -> tuple[Pair, ...]:
        """Return the pairs: each has a page."""
        return self.pairs

    def given(self, pair: Pair) -> Given:
        """Return the label of a pair."""
        return self.labels.get((pair.nugget_id, pair.response_id), NOTHING)

    def labels_of(self, item: Pair) -> list[tuple[str, str]]:
        """Return the public name and the value of a pair's one label."""
        return [(public_name(item), self.given(item).value)]


def public_name(pair: Pair) -> str:
    """Return the public name of a pair within its work."""
    return name_of(pair.response.uuid, pair.nugget.uuid)


def name_of(response: UUID, nugget: UUID) -> str:
    """Return the public name of a nugget on a response."""
    return f"{response}:{nugget}"


def pairs_of(work: Allocation) -> QuerySet[Pair]:
    """Return the pairs of an allocation's batch, with their texts."""
    rows = Pair.objects.defer("answer").filter(batch__uuid=work.subject)
    return rows.select_related("batch", "nugget", "response")


def labels_on(work: Allocation, pairs: Sequence[Pair]) -> QuerySet[Any]:
    """Return the person's labels of some pairs, and of others between their parts."""
    rows: QuerySet[Any] = MatchLabel.objects.filter(
        judge__kind="person",
        judge__track=work.track_id,
        judge__user=work.assessor_id,
        round=work.round,
        repeat=work.repeat,
        nugget__in=[pair.nugget_id for pair in pairs],
        response__in=[pair.response_id for pair in pairs],
    )
    return rows


def read_sheet(work: Allocation) -> MatchSheet:
    """Return the sheet of an allocation."""
    found = list(pairs_of(work))
    found.sort(key=lambda pair: order_key(pair.batch.seed, pair.uuid))
    rows = labels_on(work, found).values_list(
        "nugget_id", "response_id", "value", "version"
    )
    items = {(pair.nugget_id, pair.response_id) for pair in found}
    labels = {
        (nugget, response): Given(*given)
        for nugget, response, *given in rows
        if (nugget, response) in items
    }
    return MatchSheet(tuple(found), labels, skipped_of(work))


def match_progress(works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation, by row number."""
    batches = [UUID(work.subject) for work in works if work.subject]
    pairs = Pair.objects.filter(batch__uuid__in=batches)
    columns = ("batch__uuid", "nugget", "response", "nugget__uuid", "response__uuid")
    labels: QuerySet[Any] = MatchLabel.objects.all()
    labels = labels.exclude(value="").filter(
        judge__kind="person",
        judge__user__in={work.assessor_id for work in works},
        judge__track__in={work.track_id for work in works},
        nugget__in=pairs.values("nugget"),
        response__in=pairs.values("response"),
    )
    every, people, given, skips = yield [
        pairs.order_by().values_list(*columns),
        people_among(works),
        labels.order_by().values_list("judge", "round", "repeat", "nugget", "response"),
        skips_in(works),
    ]
    judges = {(track, user): judge for judge, track, user in people}
    done = set(given)
    names = names_in(skips)
    items: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for batch, nugget, response, of_nugget, of_response in every:
        name = name_of(of_response, of_nugget)
        items[str(batch)].append((nugget, response, name))
    return {
        work.pk: _progress(work, items[work.subject], judges, done, names[work.pk])
        for work in works
    }


def _progress(
    work: Allocation,
    items: Sequence[tuple[int, int, str]],
    judges: dict[tuple[int, int], int],
    done: set[tuple[int, ...]],
    skipped: Collection[str],
) -> Progress:
    judge = judges.get((work.track_id, work.assessor_id), 0)
    counts: Counter[str] = Counter()
    for nugget, response, name in items:
        if (judge, work.round, work.repeat, nugget, response) in done:
            counts["done"] += 1
        elif name in skipped:
            counts["skipped"] += 1
    return Progress(counts["done"], len(items), skipped=counts["skipped"])


def batches_of(track: Track) -> QuerySet[Batch, Any]:
    """Return the public id and the name of each batch."""
    named = Concat(
        Value("batch "), Cast(F("number"), CharField()), output_field=CharField()
    )
    rows = Batch.objects.filter(track=track, bank__deleted_at=None)
    return rows.annotate(called=named).values_list("uuid", "called")


def topic_of_batch(track: Track, batch: str) -> QuerySet[Topic]:
    """Return the topic of a batch."""
    own = Batch.objects.filter(track=track, uuid=batch)
    return Topic.objects.filter(track=track, pk__in=own.values("topic"))


def withheld_from(person: User, free: QuerySet[Slot]) -> Q:
    """Return the slots of matching in the tracks where the person is paused."""
    rows = Voiding.objects.filter(work__assessor=person, lifted_at=None).order_by()
    counted = rows.values("work__track").annotate(number=Count("pk"))
    tracks = counted.filter(number__gte=PAUSE).values("work__track")
    own = free.filter(work=MATCH.name, track__in=tracks).order_by()
    return Q(pk__in=own.values("pk"))


def notices_for(person: User) -> list[str]:
    """Return a sentence for each track in which the person is paused."""
    rows = Voiding.objects.filter(work__assessor=person, lifted_at=None).order_by()
    counted = rows.values_list("work__track__name").annotate(number=Count("pk"))
    return [
        f"There are no more batches of nuggets for you in {track} for now: please talk "
        "to the organizer."
        for track, number in counted.filter(number__gte=PAUSE)
    ]


def pause_of(track: Track, person: User) -> Pause | None:
    """Return how many voided batches paused a person, None unless they are paused."""
    number = dict(paused_people(track)).get(person)
    if number is None:
        return None
    reason = (
        f"{person} gets no more batches of nuggets: {number} were voided because of "
        "wrong labels on test items."
    )
    return Pause(reason, reverse("matching:batches", args=[track.uuid]))


SCREEN = screens.register(
    Screen(
        name=MATCH.name,
        turn=90,
        title=MATCH.title,
        verb="Match nuggets",
        url_name="matching:match",
        progress=match_progress,
        topics=topic_of_batch,
        subjects=batches_of,
        fits=has_matching,
        withheld=withheld_from,
        finished=close_batch,
        notices=notices_for,
        pause=pause_of,
    )
)


def _spot(sheet: MatchSheet, pair: Pair) -> Spot:
    words = f"Pair {sheet.place(pair)}, nugget “{pair.nugget.text}”"
    return Spot(public_name(pair), words)


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the one pair of a page."""
    sheet = read_sheet(work)
    return [_spot(sheet, sheet.find(page))]


def _named(work: Allocation, item: str) -> tuple[MatchSheet, Pair]:
    sheet = read_sheet(work)
    found = next((pair for pair in sheet.items if public_name(pair) == item), None)
    if found is None:
        raise NotInThisWork
    return sheet, found


def find(work: Allocation, item: str) -> Spot:
    """Return one pair."""
    return _spot(*_named(work, item))


def address(work: Allocation, item: str) -> str:
    """Return the URL of a pair's page."""
    _sheet, pair = _named(work, item)
    return reverse("matching:match_pair", args=[work.uuid, pair.uuid])


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each response."""
    return {
        item: reverse(
            "runs:response", args=[track.uuid, uuid_in(item.partition(":")[0])]
        )
        for item in items
    }


SPOTS = spots.register(Spots(MATCH.name, find, on_page, address, behind))

SUBJECT = bare("batch__uuid")  # as in the statement that reads a label's target
