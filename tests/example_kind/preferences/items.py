"""The items of preferences: every two responses to a topic, and the work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db.models import Q, QuerySet
from django.urls import reverse

from assess.judging import screens
from assess.judging.kernel.order import order_key
from assess.judging.models import Allocation
from assess.judging.screens import Progress, Screen
from assess.judging.threads import spots
from assess.judging.threads.listing import skipped_of
from assess.judging.threads.spots import spots_of_sheet
from assess.judging.work.items import own_labels, progress_by_topic
from assess.judging.work.walk import NOTHING, Given, Walk
from config.operations.readings import Reading
from runs.models import Response, Topic, Track
from tests.example_kind.preferences.kind import PREFERENCES, pairs_of


class Rivals(NamedTuple):
    """Two responses to one topic."""

    first: Response
    second: Response

    @property
    def uuid(self) -> UUID:
        """Return the public id of the two."""
        return pair_id(self.first.uuid, self.second.uuid)

    @property
    def name(self) -> str:
        """Return their public name within their work."""
        return public_name(self.first.uuid, self.second.uuid)

    def sides(self, seed: str) -> tuple[Response, Response]:
        """Return the left and the right response, by the allocation's seed."""
        first, second = self
        return (first, second) if is_first_left(seed, self.uuid) else (second, first)


@dataclass(frozen=True)
class PreferenceSheet(Walk[Rivals]):
    """The work of an allocation: pairs in the person's order, labels by row numbers."""

    pairs: tuple[Rivals, ...]
    labels: dict[tuple[int, int], Given]
    skipped: frozenset[str] = frozenset()

    @property
    def items(self) -> tuple[Rivals, ...]:
        """Return the pairs: each has a page."""
        return self.pairs

    def given(self, pair: Rivals) -> Given:
        """Return the label of a pair."""
        return self.labels.get((pair.first.pk, pair.second.pk), NOTHING)

    def labels_of(self, item: Rivals) -> list[tuple[str, str]]:
        """Return the public name and the value of a pair's one label."""
        return [(item.name, self.given(item).value)]


def pair_id(first: UUID, second: UUID) -> UUID:
    """Return the public id of two responses."""
    return uuid5(first, str(second))


def public_name(first: UUID, second: UUID) -> str:
    """Return the public name of two responses within their work."""
    return f"{first}:{second}"


def is_first_left(seed: str, pair: UUID) -> bool:
    """Return whether the first response of a pair is on the left: half of them are."""
    return order_key(seed, pair)[-1] % 2 == 0


def read_sheet(work: Allocation) -> PreferenceSheet:
    """Return the current sheet of an allocation, with late runs."""
    found = Response.objects.visible().for_topic(work.topic).in_bulk()
    numbers = pairs_of([work.topic_id]).get(work.topic_id, [])
    pairs = [Rivals(found[first], found[second]) for first, second in numbers]
    pairs.sort(key=lambda pair: order_key(work.seed, pair.uuid))
    columns = (*PREFERENCES.columns, "value", "version")
    rows = own_labels(PREFERENCES, work).values_list(*columns)
    labels = {(first, second): Given(*given) for first, second, *given in rows}
    return PreferenceSheet(tuple(pairs), labels, skipped_of(work))


def preference_progress(works: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each allocation, by row number."""
    topics = {work.topic_id for work in works}
    totals = {topic: len(pairs) for topic, pairs in pairs_of(topics).items()}
    visible = Response.objects.visible().filter(topic__in=topics).values("pk")
    where = Q(first__in=visible, second__in=visible)
    return progress_by_topic(PREFERENCES, works, totals, where=where)


def topics_to_compare(track: Track, _subject: str) -> QuerySet[Topic]:
    """Return the topics with two responses."""
    pairs = pairs_of(track.topics.values_list("pk", flat=True))
    return track.topics.filter(pk__in=[topic for topic, own in pairs.items() if own])


SCREEN = screens.register(
    Screen(
        name=PREFERENCES.name,
        turn=120,
        title=PREFERENCES.title,
        verb="Compare responses",
        url_name="assess:preferences",
        progress=preference_progress,
        topics=topics_to_compare,
        fits=PREFERENCES.fits,
    )
)


def words(sheet: PreferenceSheet, pair: Rivals) -> list[str]:
    """Return the words of the label on a page."""
    return [f"Pair {sheet.place(pair)}"]


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each pair's first response."""
    return {
        item: reverse("runs:response", args=[track.uuid, item.partition(":")[0]])
        for item in items
    }


SPOTS = spots.register(
    spots_of_sheet(
        PREFERENCES.name, read_sheet, words, "assess:preferences_pair", behind
    )
)
