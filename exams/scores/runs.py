"""The passages of each run: the first of its list, or the pieces of its response."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from assess.kinds.relevance.items import docids_of
from exams.kernel.grades import UNGRADED, Grades
from exams.kernel.rankings import has_ties, trec_order
from exams.models import ExamPassage
from exams.scores.grades import UNKNOWN, BankGrades, Ints, TopicGrades, TopicPassages
from runs.models import RankedList, Response, Segment, Track

AT_ONCE = 500  # ranked lists in memory
FEW = 10  # topics whose docids are read alone


class RunOnTopic(NamedTuple):
    """One run's passages for one topic, as places in its matrix, UNKNOWN for others.

    rows: as the run has them, the best first. ranked: each document once, as trec_eval
    ranks them.
    """

    run: int
    topic: int
    rows: Ints
    ranked: Ints
    words: int = 0

    def grades(self, topic: TopicGrades, depth: int) -> Grades:
        """Return the grades of the first passages, UNGRADED for unknown ones."""
        rows = self.rows[:depth]
        own = np.full((len(rows), topic.grades.shape[1]), UNGRADED, dtype=np.int8)
        known = rows != UNKNOWN
        own[known] = topic.grades[rows[known]]
        return own


class Names:
    """The names of passages in lists and qrels: docids, and the ids of pieces.

    Nothing is read before it is asked for.
    """

    def __init__(self, bank: BankGrades, topics: Collection[int]) -> None:
        """Take the topics whose docids are read, all at once."""
        self._bank, self._topics = bank, topics

    @cached_property
    def docids(self) -> dict[int, str]:
        """Return the docid of each segment by row number."""
        if len(self._topics) <= FEW:
            return _docids_on(self._bank, self._topics)
        return _docids(self._bank.basis.bank.track)

    @cached_property
    def _digests(self) -> dict[int, str]:
        pieces = ExamPassage.objects.filter(
            topic__in=list(self._topics), response__isnull=False, same_as=None
        )
        return dict(pieces.values_list("pk", "md5"))

    def of_topic(self, passages: TopicPassages) -> list[tuple[str, int]]:
        """Return the name and the place of each document of a topic.

        Segments with equal texts share a place.
        """
        segments = passages.by_segment
        found = [(self.docids[segment], place) for segment, place in segments.items()]
        rest = passages.documents[len(segments) :].tolist()
        numbers = passages.firsts[rest].tolist()
        found += [
            (self._digests.get(pk, ""), place)
            for pk, place in zip(numbers, rest, strict=True)
        ]
        return found


def _docids(track: Track) -> dict[int, str]:
    return dict(Segment.objects.filter(track=track).values_list("pk", "docid"))


def _docids_on(bank: BankGrades, topics: Collection[int]) -> dict[int, str]:
    lists = RankedList.objects.visible().filter(topic__in=list(topics))
    ranked = lists.values_list("segment_ids", flat=True).iterator(AT_ONCE)
    wanted = {segment for segments in ranked for segment in segments}
    for topic in topics:
        wanted.update(bank.passages[topic].by_segment)
    return docids_of(wanted)


def runs_on(
    bank: BankGrades, topics: Collection[int] | None = None
) -> Iterator[RunOnTopic]:
    """Yield each visible run's passages for each topic with a version.

    A run with a response to a topic is its pieces; otherwise it is its ranked list.
    """
    wanted = list(bank.questions if topics is None else topics)
    names = Names(bank, wanted)
    answered: set[tuple[int, int]] = set()
    responses = Response.objects.visible().filter(topic__in=wanted, sample=0)
    for pk, run, topic, words in responses.values_list("pk", "run", "topic", "words"):
        answered.add((run, topic))
        rows = np.array(bank.passages[topic].by_response.get(pk, [UNKNOWN]))
        yield RunOnTopic(run, topic, rows, _each_once(rows), words)
    lists = RankedList.objects.visible().filter(topic__in=wanted)
    columns = ("run", "topic", "segment_ids", "scores")
    for run, topic, segments, scores in lists.values_list(*columns).iterator(AT_ONCE):
        if (run, topic) not in answered:
            rows = ranked = bank.passages[topic].places_of(segments)
            if has_ties(scores):
                ranked = _in_order(rows, segments, scores, names)
            yield RunOnTopic(run, topic, rows, ranked)


def _each_once(rows: Ints) -> Ints:
    """Return the pieces of a response, a repeated one at its last place.

    The score of a piece is one by its place (Farzi and Dietz).
    """
    backwards = rows[::-1]
    _, places = np.unique(backwards, return_index=True)
    return backwards[np.sort(places)[::-1]]


def _in_order(
    rows: Ints, segments: Sequence[int], scores: Sequence[float], names: Names
) -> Ints:
    docids = [names.docids[segment] for segment in segments]
    return trec_order(rows, scores, docids)


def by_topic(rows: Iterator[RunOnTopic]) -> dict[int, list[RunOnTopic]]:
    """Return the runs of each topic."""
    found: dict[int, list[RunOnTopic]] = defaultdict(list)
    for row in rows:
        found[row.topic].append(row)
    return found
