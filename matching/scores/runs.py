"""The scores of each run under either convention."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from matching.kernel.matching_scores import Convention, Scores, Turn, run_scores
from matching.scores.basis import RESPONSES, Basis
from matching.scores.turns import Judged, read_turns
from runs.models import Run


class RunScores(NamedTuple):
    """A run, its scores, and what they leave out.

    open: responses that are not judged whole. labelled, yes: its labels by responses.
    """

    run: Run
    scores: Scores
    open: int
    labelled: int
    yes: int

    @property
    def share(self) -> float | None:
        """Return the share of its labels that are yes, over all turns together."""
        return self.yes / self.labelled if self.labelled else None


def scores_of(basis: Basis, convention: Convention = "ours") -> list[RunScores]:
    """Return the scores of every run with anything judged, by name."""
    return runs_of(basis, read_turns(basis), convention)


def runs_of(basis: Basis, judged: Judged, convention: Convention) -> list[RunScores]:
    """Return the scores of runs by what was judged."""
    own: dict[int, list[int]] = defaultdict(list)
    for response, answer in judged.answers.items():
        own[answer.run].append(response)
    runs = Run.objects.visible().filter(track=basis.bank.track, pk__in=list(own))
    found = [_scored(basis, judged, run, own[run.pk], convention) for run in runs]
    return [each for each in found if each is not None]


def _scored(
    basis: Basis, judged: Judged, run: Run, responses: list[int], convention: Convention
) -> RunScores | None:
    counted = [judged.turns.get(pk) for pk in responses]
    turns = [turn for turn in counted if turn is not None]
    if not any(turn.gold and not turn.empty for turn in turns):
        return None
    answered = {judged.answers[pk].topic for pk in responses}
    silent = judged.gold.keys() - answered
    if basis.by == RESPONSES:  # people judge some turns: silence on others says nothing
        silent &= _labelled_topics(judged)
    missing = [
        Turn(len(judged.gold[topic].nuggets), 0, 0, answered=False) for topic in silent
    ]
    labels = [judged.labelled.get(pk, (0, 0)) for pk in responses]
    return RunScores(
        run,
        run_scores([*turns, *missing], convention),
        sum(
            judged.turns.get(pk) is None and judged.answers[pk].topic in judged.gold
            for pk in responses
        ),
        sum(given for given, _ in labels),
        sum(yes for _, yes in labels),
    )


def _labelled_topics(judged: Judged) -> set[int]:
    return {judged.answers[pk].topic for pk in judged.labelled}


def restricted(basis: Basis, topics: frozenset[int] | None) -> Basis:
    """Return a basis over some of the topics."""
    return replace(basis, topics=topics)
