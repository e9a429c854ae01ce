"""A judge's assignments for a bank: lists, labels and responses, and gaps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import Q

from assess.exchange.exports.parts import judge_of_kind
from assess.exchange.exports.registry import (
    CannotExport,
    LeftOut,
    Wanted,
)
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.defaults import first_judge
from nuggets.banks.scoring_list import scored_listings
from nuggets.models import Listing
from runs.models import Response, Run, Topic, Track

_LABELLED = judge_of_kind(ASSIGNMENT.name)


def _first(track: Track) -> Judge | None:
    found: Judge | None = first_judge(track) or _LABELLED.first(track)
    return found


JUDGE = _LABELLED._replace(first=_first)


Labels = Mapping[tuple[int, ...], str]
Lists = dict[int, list[Listing]]
Responses = dict[Run, list[Response]]


class Assigned(NamedTuple):
    """Labels by (nugget, response) on the lists of the scores, by topic.

    responses: of each run with a label, both in the order of code points. waiting: runs
    without any.
    """

    lists: Lists
    labels: Labels
    responses: Responses
    waiting: list[Run]

    def all_responses(self) -> Iterator[Response]:
        """Yield the responses, run by run."""
        for rows in self.responses.values():
            yield from rows

    def unlabelled(self) -> dict[str, tuple[int, int]]:
        """Return {topic's name: (nuggets without a label, responses with such)}."""
        found: dict[str, tuple[int, int]] = {}
        for response in self.all_responses():
            rows = self.lists[response.topic_id]
            count = sum((r.nugget_id, response.pk) not in self.labels for r in rows)
            if count:
                before = found.get(response.topic.name, (0, 0))
                found[response.topic.name] = (before[0] + count, before[1] + 1)
        return dict(sorted(found.items()))

    def left_out(self, why: str) -> list[LeftOut]:
        """Return what has no label, and the topics without a response."""
        open_ = sum(count for count, _responses in self.unlabelled().values())
        answered = sum(len(rows) for rows in self.responses.values())
        silent = len(self.lists) * len(self.responses) - answered
        return [
            LeftOut("nuggets without a label, over responses", open_, why),
            LeftOut("unanswered topics of runs", silent, "have no row"),
            LeftOut("runs without any label", len(self.waiting), "have no file or row"),
        ]


def assigned(wanted: Wanted) -> Assigned:
    """Read all of it; raise CannotExport if the judge labelled none of the bank."""
    lists = scored_listings(wanted.parts["bank"])
    if wanted.topics is not None:
        asked = {topic.pk for topic in wanted.topics}
        lists = {topic: rows for topic, rows in lists.items() if topic in asked}
    labels = labels_of(wanted.parts["judge"], ASSIGNMENT, where=_of(lists))
    every = _responses(wanted, lists)
    listed = {row.nugget_id for rows in lists.values() for row in rows}
    judged = {response for nugget, response in labels if nugget in listed}
    ours = {
        run: rows
        for run, rows in every.items()
        if any(response.pk in judged for response in rows)
    }
    if not ours:
        raise CannotExport("The judge labelled no response with this bank.")
    waiting = [run for run in every if run not in ours]
    return Assigned(lists, labels, ours, waiting)


def _of(lists: Lists) -> Q:
    topics = Topic.objects.filter(pk__in=list(lists))
    return Q(nugget__topic__in=topics)


def _responses(wanted: Wanted, lists: Lists) -> Responses:
    rows = (
        Response.objects.visible()
        .filter(run__track=wanted.track, topic__in=list(lists))
        .select_related("run", "topic")
    )
    by_run: Responses = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.run.name, row.topic.name)):
        by_run[row.run].append(row)
    return by_run
