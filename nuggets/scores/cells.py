"""The scores of every response under a basis, all computed at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Q, QuerySet

from assess.analysis.scores.grids import OPEN, SCORED, UNJUDGED, Flags, GridPart, States
from assess.judging.kinds import Kind
from assess.judging.labels.numbers import Ints, read_numbers
from assess.judging.labels.reader import label_columns
from assess.judging.models import Judge
from assess.judging.turns.marks import unanswerable_topics
from config.operations.single_reads import read_once, rows_once
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.scoring_list import score_cap
from nuggets.kernel import nugget_scores as kernel
from nuggets.kernel.listing import capped
from nuggets.models import AssignmentLabel, Listing
from nuggets.scores.basis import Basis
from runs.models import Response

FEW = 50  # responses whose labels are read row by row


class _Listed(NamedTuple):
    """A nugget of the scores, by row numbers."""

    topic: int
    nugget: int
    importance: str
    subnarrative: int | None


class _Answers(NamedTuple):
    """The responses to score, one row each; row numbers in `pk` ascend."""

    pk: Ints
    run: Ints
    topic: Ints
    words: Ints

    def on(self, topics: Ints) -> _Answers:
        """Return those to some topics."""
        kept = np.isin(self.topic, topics)
        return _Answers(*(column[kept] for column in self))


class NuggetGround:
    """The ground of nugget scores: a bank, a judge, and the track's runs."""

    kind: Kind = ASSIGNMENT
    beside: tuple[Kind, ...] = ()

    def __init__(self, basis: Basis) -> None:
        self.basis = basis

    @property
    def judge(self) -> Judge:
        """Return the judge of the assignments."""
        return self.basis.judge

    @cached_property
    def _versions(self) -> dict[int, int]:
        """Return the bank's current version of each scored topic, by row numbers."""
        # The same as current(), in half the time: every page of scores needs them.
        frozen = self.basis.bank.versions.frozen().order_by("number")
        versions = dict(rows_once(frozen.values_list("topic", "pk")))
        outside = unanswerable_topics(self.judge.track)
        return {topic: pk for topic, pk in versions.items() if topic not in outside}

    def stamp(self) -> Hashable:
        """Return the versions, which never change once frozen, and the rules."""
        basis = self.basis
        return (
            str(basis.bank.uuid),
            score_cap(basis.bank),
            tuple(sorted(self._versions.values())),
            None if basis.topics is None else tuple(sorted(basis.topics)),
            basis.unlabelled,
        )

    def whole(self) -> GridPart:
        """Score every response."""
        listed = self._listed(self._versions.keys())
        track = self.judge.track
        topics = frozenset(row.topic for row in listed)
        return self._part(listed, _answers_to(topics, track.pk, track.revision))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the responses of some labels."""
        given: QuerySet[Any] = AssignmentLabel.objects.filter(pk__in=labels)
        given_to = Q(pk__in=given.values("response"))
        answers = _answers(given_to, self.judge.track_id)
        listed = self._listed(set(answers.topic.tolist()))
        return self._part(listed, answers, only=answers.pk.tolist())

    def _listed(self, topics: Collection[int]) -> list[_Listed]:
        """Return the nuggets by which some topics are scored, capped."""
        bank, only = self.basis.bank, self.basis.topics
        versions = {
            version: topic
            for topic, version in self._versions.items()
            if topic in topics and (only is None or topic in only)
        }
        columns = ("version", "nugget", "importance", "subnarrative")
        rows = Listing.objects.filter(version__in=list(versions))
        lists: dict[int, list[_Listed]] = defaultdict(list)
        for version, *row in rows_once(rows.values_list(*columns)):
            topic = versions[version]
            lists[topic].append(_Listed(topic, *row))
        cap = score_cap(bank)
        return [
            row
            for found in lists.values()
            for row in capped(found, cap, vital=lambda row: row.importance == "vital")
        ]

    def _part(
        self,
        listed: Sequence[_Listed],
        answers: _Answers,
        *,
        only: Collection[int] | None = None,
    ) -> GridPart:
        nuggets = np.array([row.nugget for row in listed], dtype=np.int64)
        topics, topic = np.unique(
            np.array([row.topic for row in listed], dtype=np.int64), return_inverse=True
        )
        bank = _bank(listed, topic)
        answers = answers.on(topics)
        scores = kernel.score_responses(
            bank,
            np.searchsorted(topics, answers.topic),
            self._labels(nuggets, answers, only),
            unlabelled=self.basis.unlabelled,
        )
        states = _states(scores, self.basis)
        values = scores.values
        values[:, states != SCORED] = np.nan
        return GridPart(
            runs=answers.run,
            topics=answers.topic,
            values=values,
            states=states,
            words=answers.words.astype(np.float64),
            ground_topics=topics,
            grounds=kernel.grounds(bank, len(topics)),
            judged=np.zeros(len(topics), dtype=bool),
        )

    def _labels(
        self, nuggets: Ints, answers: _Answers, only: Collection[int] | None
    ) -> kernel.Labels:
        """Return the labels between these nuggets and these answers."""
        found = label_columns(
            self.judge,
            ASSIGNMENT,
            where=_where(nuggets, only),
            few=only is not None and len(only) <= FEW,
        )
        order = np.argsort(nuggets)
        nugget, has_nugget = _places(nuggets[order], found.items[:, 0])
        response, has_response = _places(answers.pk, found.items[:, 1])
        both = has_nugget & has_response
        return kernel.Labels(response[both], order[nugget[both]], found.values[both])


@read_once
def _answers_to(topics: frozenset[int], track: int, _revision: int) -> _Answers:
    """Return the responses to some topics of a track, as of one of its revisions."""
    return _answers(Q(topic__in=topics), track)


def _answers(where: Q, track: int) -> _Answers:
    rows = Response.objects.visible().filter(where, run__track=track)
    found = read_numbers(rows, ["run"], ["pk", "topic", "words"])
    run, pk, topic, words = found[np.argsort(found[:, 1])].T
    return _Answers(pk, run, topic, words)


def _where(nuggets: Ints, only: Collection[int] | None) -> Q:
    """Return a filter that includes all of the labels; a range costs the least."""
    if only is not None:
        return Q(response__in=list(only))
    if not len(nuggets):
        return Q(pk__in=())
    return Q(nugget__gte=int(nuggets.min()), nugget__lte=int(nuggets.max()))


def _places(known: Ints, wanted: Ints) -> tuple[Ints, Flags]:
    """Return each number's place among known, ascending ones, and which are known."""
    if not len(known):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return place, known[place] == wanted


def _bank(listed: Sequence[_Listed], topic: Ints) -> kernel.ScoredBank:
    none = kernel.NO_SUBNARRATIVE
    parts = [none if row.subnarrative is None else row.subnarrative for row in listed]
    return kernel.ScoredBank(
        topic=topic,
        importance=np.array(
            [kernel.IMPORTANCES.index(row.importance) for row in listed], dtype=np.int64
        ),
        subnarrative=np.array(parts, dtype=np.int64),
    )


def _states(scores: kernel.ResponseScores, basis: Basis) -> States:
    states = np.full(len(scores.nuggets), SCORED, dtype=np.int8)
    if basis.unlabelled == "undefined":
        states[scores.unlabelled > 0] = OPEN
    states[scores.unlabelled == scores.nuggets] = UNJUDGED
    return states
