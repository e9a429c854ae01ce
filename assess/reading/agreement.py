"""How far two judges agree on the items of a track that both labelled."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from assess.kernel.agreement import Agreement, agree
from assess.kinds import Kind
from assess.models import Judge
from assess.reading.labels import labels_of, shared_items
from runs.models import Topic, Track

NOTHING_SHARED = "no item that both judged"
ONE_LABEL = "both used one and the same single label"


class OnTopic(NamedTuple):
    """Two judges' agreement on one topic."""

    topic: Topic
    agreement: Agreement


class Comparison(NamedTuple):
    """Two judges' agreement over a track, and on each topic with shared items.

    only_a, only_b: how many items only one of them judged.
    """

    overall: Agreement
    topics: list[OnTopic]
    only_a: int
    only_b: int

    @property
    def reason(self) -> str:
        """Return why kappa is undefined, where it is."""
        return ONE_LABEL if self.overall.n else NOTHING_SHARED


def compare_judges(a: Judge, b: Judge, kind: Kind) -> Comparison:
    """Compare two judges of one track, panels resolved."""
    ours, theirs = labels_of(a, kind), labels_of(b, kind)
    shared = shared_items(ours, theirs)
    categories = _categories(kind, a.track, {x for _, *both in shared for x in both})
    apart = kind.apart(a.track)
    place = _topic_of_item(kind, a.track)
    by_topic: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for item, x, y in shared:
        by_topic[place(item)].append((x, y))
    return Comparison(
        overall=agree([(x, y) for _, x, y in shared], categories, apart=apart),
        topics=[
            OnTopic(topic, agree(by_topic[topic.pk], categories, apart=apart))
            for topic in Topic.objects.filter(track=a.track)
            if topic.pk in by_topic
        ],
        only_a=len(ours) - len(shared),
        only_b=len(theirs) - len(shared),
    )


def judges_with_labels(track: Track, *kinds: Kind) -> QuerySet[Judge]:
    """Return the judges that gave a label of any of these kinds, and the panels."""
    has_labels = Q(kind=Judge.PANEL)
    for kind in kinds:
        own = kind.model.objects.given().filter(judge=OuterRef("pk"))
        has_labels |= Q(Exists(own))
    return Judge.objects.visible().filter(track=track).filter(has_labels)


def _categories(kind: Kind, track: Track, given: set[str]) -> list[str]:
    # A profile that was edited later may no longer know a label that was given.
    scale = kind.values(track)
    return [*scale, *sorted(given.difference(scale))]


def _topic_of_item(kind: Kind, track: Track) -> Any:  # noqa: ANN401
    """Return a function from an item to its topic's row number, at one query."""
    name, _, path = kind.topic.partition("__")
    place = kind.item.index(name)
    if not path:
        return lambda item: item[place]
    part: Any = kind.model._meta.get_field(name).related_model  # noqa: SLF001
    rows = part.objects.filter(**{f"{path}__track": track})
    topics = dict(rows.values_list("pk", path))
    return lambda item: topics[item[place]]
