"""A judge's grades, and what of the pool they leave without one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q

from assess.exchange.exports.registry import CannotExport, LeftOut, Wanted
from assess.judging.labels.reader import labels_of
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic
from runs.pools import pooled, rule_of

Place = tuple[int, int]  # topic, segment, by row numbers
WHOLE = re.compile(r"-?[0-9]+")
CHUNK = 10_000  # row numbers that one statement asks for


class Graded(NamedTuple):
    """A judge's grades on the topics asked for, and the pool beside them.

    topics: {row number: name} of all asked for. unjudged: what is in the pool of a
    topic with a grade, and has none.
    """

    topics: dict[int, str]
    grades: dict[Place, int]
    unjudged: set[Place]
    untouched: int  # topics with a pool, and no grade

    def left_out(self, why: str) -> list[LeftOut]:
        """Return what has no grade."""
        return [
            LeftOut("pooled segments without a grade", len(self.unjudged), why),
            LeftOut(
                "pooled topics without any grade", self.untouched, "not in the file"
            ),
        ]


def graded(wanted: Wanted) -> Graded:
    """Return a judge's grades, a panel's resolved; only what was given counts."""
    topics = topics_asked(wanted)
    where = Q() if wanted.topics is None else Q(topic__in=wanted.topics)
    given = labels_of(wanted.parts["judge"], RELEVANCE, where=where)
    _check_whole(given.values())
    grades = {(topic, segment): int(value) for (topic, segment), value in given.items()}
    rule = rule_of(wanted.track)
    pool = pooled(dict.fromkeys(topics, rule))
    touched = {topic for topic, _segment in grades}
    unjudged = {
        (topic, segment)
        for topic in touched
        for segment in pool.get(topic, ())
        if (topic, segment) not in grades
    }
    untouched = sum(topic not in touched for topic, some in pool.items() if some)
    return Graded(topics, grades, unjudged, untouched)


def _check_whole(values: Iterable[str]) -> None:
    """Raise CannotExport for grades that qrels have no number for."""
    strange = sorted({v for v in values if not WHOLE.fullmatch(v)})
    if strange:
        raise CannotExport(
            "Qrels take whole numbers alone. This judge’s scale has others; take its "
            "label rows instead:",
            [f"grade {value!r}" for value in strange],
        )


def topics_asked(wanted: Wanted) -> dict[int, str]:
    """Return {row number: name} of the topics that an export is about."""
    if wanted.topics is not None:
        return {topic.pk: topic.name for topic in wanted.topics}
    return dict(Topic.objects.filter(track=wanted.track).values_list("pk", "name"))


def docids_of(segments: set[int]) -> dict[int, str]:
    """Return {row number: docid} of some segments."""
    return dict(_docids(sorted(segments)))


def _docids(numbers: list[int]) -> Iterator[tuple[int, str]]:
    for start in range(0, len(numbers), CHUNK):
        some = Segment.objects.filter(pk__in=numbers[start : start + CHUNK])
        yield from some.values_list("pk", "docid")
