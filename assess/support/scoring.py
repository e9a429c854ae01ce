"""How well each run's citations support its sentences, by one judge (method 7)."""

from __future__ import annotations

from collections import defaultdict
from math import fsum
from typing import NamedTuple

from assess.kernel.support_scores import SupportScores, support_scores
from assess.models import Judge
from assess.reading.labels import labels_of
from assess.support.kind import SUPPORT
from runs.models import Citation, Response, Run, Sentence


class SupportRow(NamedTuple):
    """A run's means over the responses on which they are defined, by first citation.

    responses: with a judged citation. unjudged: sentences of these whose first
    citation has no label. exempt: those that need none, outside of both means.
    """

    run: Run
    precision: float | None
    recall: float | None
    precision_n: int
    recall_n: int
    responses: int
    unjudged: int
    exempt: int


def support_table(judge: Judge) -> list[SupportRow]:
    """Return every run with a judged citation, the best precision first."""
    labels = {
        citation: value for (citation,), value in labels_of(judge, SUPPORT).items()
    }
    cited: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    judged: set[int] = set()
    for citation, sentence, response in _citations(judge):
        value = labels.get(citation, "")
        cited[response][sentence].append(value)
        if value:
            judged.add(response)
    by_run: dict[Run, list[SupportScores]] = defaultdict(list)
    sentences = _sentences(judged)
    responses = Response.objects.visible().filter(run__track=judge.track)
    for row in responses.filter(pk__in=judged).select_related("run").defer("text"):
        whole = [cited[row.pk].get(each, []) for each in sentences[row.pk]]
        by_run[row.run].append(support_scores(whole))
    rows = [_row(run, scores) for run, scores in by_run.items()]
    return sorted(rows, key=lambda row: (-(row.precision or 0.0), row.run.name))


def _citations(judge: Judge) -> list[tuple[int, int, int]]:
    rows = Citation.objects.filter(sentence__response__run__track=judge.track)
    placed = rows.order_by("sentence", "position")
    return list(placed.values_list("pk", "sentence", "sentence__response"))


def _sentences(responses: set[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    rows = Sentence.objects.filter(response__in=responses).order_by("position")
    for sentence, response in rows.values_list("pk", "response"):
        found[response].append(sentence)
    return found


def _row(run: Run, scores: list[SupportScores]) -> SupportRow:
    precision = [each.precision for each in scores if each.precision is not None]
    recall = [each.recall for each in scores if each.recall is not None]
    return SupportRow(
        run=run,
        precision=_mean(precision),
        recall=_mean(recall),
        precision_n=len(precision),
        recall_n=len(recall),
        responses=len(scores),
        unjudged=sum(each.unjudged for each in scores),
        exempt=sum(each.exempt for each in scores),
    )


def _mean(values: list[float]) -> float | None:
    return fsum(values) / len(values) if values else None
