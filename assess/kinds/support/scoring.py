"""Support scores of each run's sentences, by one judge's labels (method 7)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django import forms
from django.db.models import Q, QuerySet

from assess.analysis.scores.arrays import Measure, Scored
from assess.analysis.scores.cache import kept_scores
from assess.analysis.scores.families import Family, register
from assess.analysis.scores.grids import (
    SCORED,
    UNANSWERED,
    UNJUDGED,
    Flags,
    GridPart,
    States,
)
from assess.analysis.scores.judge_conditions import offer_judges
from assess.analysis.scores.judge_forms import JudgeBasis, ScoreJudgeForm
from assess.judging.kinds import Kind
from assess.judging.labels.numbers import Ints, read_numbers
from assess.judging.labels.overlap import judges_behind
from assess.judging.labels.reader import label_columns
from assess.judging.rounds.protocols import ROUND_NAMES, labelled_rounds
from assess.kinds.kernel import support_scores as kernel
from assess.kinds.kernel.support_scores import UNLABELLED, Cited
from assess.kinds.need.kind import NEED, NEEDS_NONE
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.models import SupportLabel
from runs.models import Citation, Response, Sentence, Track

FIRST = "no judged first citation"
OTHER_THAN_FIRST = "no sentence but those with an unjudged first citation"
# In the kernel's order; then two counts that are no quality of a run.
MEASURES = (
    Measure(
        "weighted_precision_first_citation",
        "Precision",
        "how far the first citations support their sentences, partial support counting "
        "half, over the sentences with a judged one",
        lacks=FIRST,
    ),
    Measure(
        "weighted_recall_first_citation",
        "Recall",
        "the same over all sentences but those whose first citation is not judged yet",
        lacks=OTHER_THAN_FIRST,
    ),
    Measure(
        "weighted_precision_all_judged_citations",
        "Precision, all",
        "over all judged citations, averaged within a sentence first",
        lacks="no judged citation",
    ),
    Measure(
        "weighted_recall_all_judged_citations",
        "Recall, all",
        "recall over all judged citations, averaged within a sentence first",
        lacks="no sentence but those with unjudged citations",
    ),
    Measure(
        "hard_precision",
        "Hard precision",
        "precision, partial support counting 0",
        lacks=FIRST,
    ),
    Measure(
        "hard_recall",
        "Hard recall",
        "recall, partial support counting 0",
        lacks=OTHER_THAN_FIRST,
    ),
    Measure(
        "unjudged",
        "Unjudged",
        "sentences of an answer whose first citation is not judged yet: outside "
        "precision and recall",
        aside=True,
    ),
    Measure(
        "exempt",
        "Exempt",
        "sentences of an answer that need no citation: outside precision and recall",
        aside=True,
    ),
)


@dataclass(frozen=True)
class SupportBasis(JudgeBasis):
    """A judge, and the round of its labels; protocol: its name, "" for round 0."""

    round: int = 0
    protocol: str = ""


def score_support(basis: SupportBasis) -> Scored:
    """Return the citation scores of every run on the topics that the judge labelled."""
    track = basis.judge.track
    return kept_scores(SupportGround(basis), measures_of(track), primary_of(track))


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return the measures; the track's primary one is marked as such."""
    name = primary_of(track)
    return tuple(m.as_primary() if m.name == name else m for m in MEASURES)


def primary_of(track: Track) -> str:
    """Return the name of the measure that ranks runs."""
    return track.profile.primary.support


class SupportGround:
    """The ground of support scores: a judge's round, and the track's citations."""

    kind: Kind = SUPPORT
    beside: tuple[Kind, ...] = (NEED,)

    def __init__(self, basis: SupportBasis) -> None:
        self.judge = basis.judge
        self.round = basis.round

    def stamp(self) -> Hashable:
        """Return the round; all else are the labels and the runs."""
        return (self.round,)

    def whole(self) -> GridPart:
        """Score every response to a topic that has, or once had, a label."""
        judges = [each.pk for each in judges_behind(self.judge)]
        given: QuerySet[Any] = SupportLabel.objects.filter(
            judge__in=judges, round=self.round
        )
        return self._part(set(given.values_list(SUPPORT.topic, flat=True).distinct()))

    def again(self, labels: Sequence[int]) -> GridPart:
        """Score the responses to the topics of some labels."""
        given: QuerySet[Any] = SupportLabel.objects.filter(
            pk__in=labels, round=self.round
        )
        return self._part(set(given.values_list(SUPPORT.topic, flat=True)))

    def _part(self, topics: Collection[int]) -> GridPart:
        rows = Response.objects.visible().filter(
            topic__in=topics, run__track=self.judge.track
        )
        found = read_numbers(rows, ["run"], ["pk", "topic", "words"])
        run, pk, topic, words = found[np.argsort(found[:, 1])].T
        cited = self._cited(pk, topics)
        scores = kernel.score_responses(cited, len(pk))
        states = _states(scores, topic, np.isin(np.arange(len(pk)), cited.response))
        values = np.vstack([scores.values, scores.unjudged, scores.exempt])
        values[:, states != SCORED] = np.nan
        spoken_of = np.unique(topic)
        return GridPart(
            runs=run,
            topics=topic,
            values=values,
            states=states,
            words=words.astype(np.float64),
            ground_topics=spoken_of,
            grounds=np.ones((len(MEASURES), len(spoken_of)), dtype=bool),
            judged=np.zeros(len(spoken_of), dtype=bool),
        )

    def _cited(self, responses: Ints, topics: Collection[int]) -> Cited:
        """Return the sentences and citations of responses in ascending row numbers."""
        sentences = _within(
            read_numbers(
                Sentence.objects.filter(response__topic__in=topics),
                ["response"],
                ["pk"],
            ),
            responses,
        )
        sentences = sentences[np.argsort(sentences[:, 1])]
        citations = _within(
            read_numbers(
                Citation.objects.filter(sentence__response__topic__in=topics),
                ["sentence"],
                ["position", "pk"],
            ),
            sentences[:, 1],
        )
        return Cited(
            response=np.searchsorted(responses, sentences[:, 0]),
            sentence=np.searchsorted(sentences[:, 1], citations[:, 0]),
            position=citations[:, 1],
            value=self._values(citations[:, 2], topics),
            exempt=self._exempt(sentences[:, 1], topics),
        )

    def _exempt(self, sentences: Ints, topics: Collection[int]) -> Flags:
        """Return whether each sentence has a label that it needs no citation."""
        if not NEED.fits(self.judge.track):
            return np.zeros(len(sentences), dtype=bool)
        where = Q(**{f"{NEED.topic}__in": list(topics)})
        given = label_columns(self.judge, NEED, where=where, round=self.round)
        none = given.values == given.names.index(NEEDS_NONE.value)
        return np.isin(sentences, given.items[none, 0])

    def _values(self, citations: Ints, topics: Collection[int]) -> Ints:
        where = Q(**{f"{SUPPORT.topic}__in": list(topics)})
        given = label_columns(self.judge, SUPPORT, where=where, round=self.round)
        order = np.argsort(given.items[:, 0])
        known = given.items[order, 0]
        values = np.full(len(citations), UNLABELLED, dtype=np.int64)
        there = np.isin(citations, known)
        places = np.array([kernel.place_of(name) for name in given.names])
        found = given.values[order][np.searchsorted(known, citations[there])]
        values[there] = places[found]
        return values


def _states(scores: kernel.SupportScores, topic: Ints, speaks: Flags) -> States:
    """Return the state of each response; speaks: whether it has a sentence.

    A response without citations cannot be judged, and is scored where others are
    judged. A response without sentences counts as unanswered: it must not do better
    than silence.
    """
    labelled = np.unique(topic[scores.labelled > 0])
    uncited = (scores.citations == 0) & np.isin(topic, labelled)
    states = np.full(len(topic), UNJUDGED, dtype=np.int8)
    states[(scores.labelled > 0) | uncited] = SCORED
    states[~speaks] = UNANSWERED
    return states


def _within(rows: Ints, known: Ints) -> Ints:
    """Select the rows whose first number is known."""
    return rows[np.isin(rows[:, 0], known)]


class SupportForm(ScoreJudgeForm):
    """The judge of the support labels, and their round if there are several."""

    kind = SUPPORT

    round = forms.TypedChoiceField(
        label="Round", coerce=int, empty_value="", required=False
    )

    def __init__(self, data: Mapping[str, Any], *, track: Track) -> None:
        """Offer the rounds with labels."""
        super().__init__(data, track=track)
        later = {each.number: each.name for each in labelled_rounds(track, SUPPORT)}
        self._names = {0: ROUND_NAMES[0], **later}
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the types
        field.choices = list(self._names.items())
        if not later:
            field.widget = forms.HiddenInput()

    @property
    def basis(self) -> SupportBasis | None:
        """Return the valid form's basis, None if nobody labelled anything."""
        judge, number = self.cleaned_data["judge"], self.cleaned_data["round"] or 0
        if not judge:
            return None
        return SupportBasis(judge, number, self._names[number] if number else "")


FAMILY = register(
    Family(
        name="support",
        title=SUPPORT.title,
        measures=measures_of,
        primary=primary_of,
        form=SupportForm,
        score=score_support,
        fits=SUPPORT.fits,
    )
)
offer_judges(FAMILY.name, SUPPORT, rounds=True)
