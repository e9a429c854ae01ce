"""The pool of passages that exams grade: of runs, of judged segments, of responses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from assess.kinds.relevance.models import RelevanceLabel
from exams.kernel.paragraphs import UNITS, Unit, cut, text_id
from exams.models import ExamLabel, ExamPassage
from exams.passages.segments import Pair, passages_of
from runs.models import RankedList, Response, Run, Segment, Sentence, Track

AT_ONCE = 500


class Pool(NamedTuple):
    """What is to be added: segments by topic, and pieces of responses.

    there: passages that exist already.
    """

    segments: list[Pair]
    responses: list[int]
    there: int


def pool_of(
    track: Track,
    *,
    runs: Collection[Run] = (),
    judged: bool = True,
    segments: Collection[Pair] = (),
) -> Pool:
    """Return what a track's pool lacks: the top of each run, and judged segments.

    The profile says how many ranks of a run. The pieces of responses that were not cut
    yet are added too. runs: whose lists and responses, by default everybody's.
    segments: further ones, chosen by hand.
    """
    known, depth = passages_of(track), track.profile.exam.depth
    wanted: set[Pair] = set(segments)
    whose = Q(run__in=runs) if runs else Q(run__track=track)
    lists = RankedList.objects.visible().filter(whose)
    for topic, ranked in lists.values_list("topic", "segment_ids").iterator(AT_ONCE):
        wanted.update((topic, segment) for segment in ranked[:depth])
    if judged:
        given: QuerySet[Any] = RelevanceLabel.objects.given()
        rows = given.filter(topic__track=track, topic__deleted_at=None)
        wanted.update(rows.values_list("topic", "segment").distinct())
    cut_before = ExamPassage.objects.filter(response__run__track=track)
    responses = Response.objects.visible().filter(whose)
    fresh = responses.exclude(pk__in=cut_before.values("response")).order_by("pk")
    return Pool(
        sorted(wanted - known.keys()),
        list(fresh.values_list("pk", flat=True)),
        len(known) + cut_before.count(),
    )


def fill_pool(pool: Pool, *, unit: Unit = "paragraph") -> int:
    """Add a pool's passages; return their number.

    A passage whose text the topic has already shares the labels of the first one.
    """
    with transaction.atomic():
        made = [
            ExamPassage(topic_id=topic, segment_id=segment)
            for topic, segment in pool.segments
        ]
        made += _pieces(pool.responses, unit)
        ExamPassage.objects.bulk_create(made, batch_size=AT_ONCE)
        _share({row.topic_id for row in made})
    return len(made)


def _pieces(responses: Sequence[int], unit: Unit) -> list[ExamPassage]:
    found = []
    for start in range(0, len(responses), AT_ONCE):
        part = responses[start : start + AT_ONCE]
        texts: dict[int, list[str]] = defaultdict(list)
        rows = Sentence.objects.filter(response__in=part).order_by("position")
        for response, text in rows.values_list("response", "text"):
            texts[response].append(text)
        own = Response.objects.filter(pk__in=part).order_by("pk")
        for pk, topic, whole in own.values_list("pk", "topic", "text"):
            pieces = cut(texts.get(pk) or [whole], unit=unit)
            found += [
                ExamPassage(
                    topic_id=topic,
                    response_id=pk,
                    ordinal=place,
                    text=piece.text,
                    md5=piece.digest,
                )
                for place, piece in enumerate(pieces, start=1)
            ]
    return found


def _share(topics: Collection[int]) -> None:
    """Give each ungraded passage the labels of an equal text of its topic."""
    rows = ExamPassage.objects.filter(topic__in=list(topics)).select_related("segment")
    first: dict[tuple[int, str], int] = {}
    later = []
    for row in rows.order_by("pk").iterator(AT_ONCE):
        text = row.words.strip()
        if not text:
            continue
        key = (row.topic_id, row.md5 or text_id(text))
        known = first.setdefault(key, row.same_as_id or row.pk)
        if known not in (row.pk, row.same_as_id):
            row.same_as_id = known
            later.append(row)
    ungraded = _without_labels(later)
    ExamPassage.objects.bulk_update(ungraded, ["same_as"], batch_size=AT_ONCE)


def _without_labels(rows: Iterable[ExamPassage]) -> list[ExamPassage]:
    found = list(rows)
    every: QuerySet[Any] = ExamLabel.objects.all()
    given = every.filter(passage__in=[row.pk for row in found])
    graded = set(given.values_list("passage", flat=True))
    return [row for row in found if row.pk not in graded]


def unit_of(track: Track) -> Unit:
    """Return the unit into which a track's profile has responses cut."""
    return next(each for each in UNITS if each == track.profile.exam.unit)


def without_text(track: Track) -> int:
    """Return how many passages have no text, and cannot be graded."""
    empty = Segment.objects.filter(track=track, text="")
    rows = ExamPassage.objects.filter(Q(segment__in=empty), topic__track=track)
    return rows.count()
