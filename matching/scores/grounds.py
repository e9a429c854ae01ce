"""The ground of matching scores: a bank, a judge, and whose response nuggets count."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from django.db.models import Count, Max, Model, QuerySet

from assess.analysis.scores.grids import SCORED, UNJUDGED, GridPart
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import judges_behind
from assess.judging.models import Judge
from assess.judging.turns.marks import unanswerable_topics
from config.operations.single_reads import read_once
from matching.kernel.matching_scores import Turn, turn_scores
from matching.match.kind import MATCH
from matching.models import EntailLabel, Extraction, JudgedPairs
from matching.scores.basis import PAIRS, RESPONSES, Basis
from matching.scores.turns import Judged, read_turns

Values = tuple[float, float, float]  # in the order of the measures
NOTHING: Values = (np.nan, np.nan, np.nan)


@dataclass(frozen=True)
class MatchingGround:
    """Scores by pairs and by responses, of one bank and one judge."""

    basis: Basis

    @property
    def kind(self) -> Kind:
        """Return the kind whose changes are recorded one by one."""
        return MATCH

    @property
    def beside(self) -> tuple[Kind, ...]:
        """Return nothing: decisions by pairs are part of the stamp."""
        return ()

    @property
    def judge(self) -> Judge:
        """Return the judge of the decisions."""
        return self.basis.judge

    def stamp(self) -> Hashable:
        """Return what decisions by pairs depend on, since they record no changes."""
        basis = self.basis
        behind = tuple(judge.pk for judge in judges_behind(basis.judge))
        extractors = (basis.nuggets.pk,) if basis.nuggets else ()
        current = basis.bank.versions.current().order_by("pk")
        return (
            str(basis.bank.uuid),
            tuple(current.values_list("pk", flat=True)),
            str(basis.nuggets.uuid) if basis.nuggets else "",
            None if basis.topics is None else tuple(sorted(basis.topics)),
            _latest(EntailLabel, behind),
            _latest(JudgedPairs, behind),
            _latest(Extraction, extractors),
            tuple(sorted(unanswerable_topics(basis.bank.track))),
        )

    @cached_property
    def _judged(self) -> tuple[Judged, Judged]:
        pairs = replace(self.basis, by=PAIRS)
        return read_turns(pairs), read_turns(replace(self.basis, by=RESPONSES))

    def whole(self) -> GridPart:
        """Score every response to a topic with gold nuggets."""
        pairs, responses = self._judged
        gold = pairs.gold
        answers = {pk: a for pk, a in pairs.answers.items() if a.topic in gold}
        rows = [_values(pairs.turns.get(pk), responses.turns.get(pk)) for pk in answers]
        values = np.array(rows, dtype=np.float64).reshape(-1, 3).T
        scored = ~np.isnan(values).all(axis=0)
        topics = np.array(sorted(gold), dtype=np.int64)
        of = np.array([a.topic for a in answers.values()], dtype=np.int64)
        grounds = np.array(
            [
                np.isin(topics, of[~np.isnan(values[place])])
                for place in range(len(values))
            ]
        ).reshape(3, -1)
        return GridPart(
            runs=np.array([a.run for a in answers.values()], dtype=np.int64),
            topics=of,
            values=values,
            states=np.where(scored, SCORED, UNJUDGED).astype(np.int8),
            words=np.array([a.words for a in answers.values()], dtype=np.float64),
            ground_topics=topics,
            grounds=grounds,
            judged=np.zeros(len(topics), dtype=bool),
        )

    def again(self, _labels: Sequence[int]) -> GridPart:
        """Score everything again: it costs as much as to find out what changed."""
        return self.whole()


@read_once
def _latest(model: type[Model], judges: tuple[int, ...]) -> tuple[int | None, int]:
    """Return the last row of some judges, and how many there are."""
    rows: QuerySet[Any] = model._default_manager.filter(judge__in=judges)  # noqa: SLF001
    found = rows.aggregate(latest=Max("pk"), number=Count("pk"))
    return found["latest"], found["number"]


def _values(by_pairs: Turn | None, by_response: Turn | None) -> Values:
    precision, recall = turn_scores(by_pairs) if by_pairs else (None, None)
    captured = turn_scores(by_response)[1] if by_response else None
    return (
        np.nan if recall is None else recall,
        np.nan if precision is None else precision,
        np.nan if captured is None else captured,
    )
