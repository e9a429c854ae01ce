"""Support scores as RAGDoll's metric rows, an empty denominator counted as 0.0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import isnan

import numpy as np

from assess.analysis.scores.beginnings import first_parts
from assess.exchange.cells import Cells
from assess.exchange.exports.columns import PRECISION, cells_of, check_words, json_line
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from assess.kinds.kernel.support_scores import (
    MEASURES,
    UNLABELLED,
    VALUES,
    Cited,
    score_responses,
)
from assess.kinds.support.export.judged import PROTOCOL, Judged, judged
from assess.kinds.support.family import FAMILY
from assess.kinds.support.kind import SUPPORT
from runs.models import Response

FORM = Option(
    "form",
    "Form",
    (
        ("rows", "JSONL: a response a line"),
        ("flat", "flat: run_id topic_id metric value"),
    ),
)


def make_metrics(wanted: Wanted) -> Export:
    """Return the scores of each response that has any."""
    found = judged(wanted)
    flat = wanted.option(FORM) == "flat"
    if flat:
        check_words("topic", (topic for topic, _run, _pk in found.places))
        check_words("run", (run for _topic, run, _pk in found.places))
    name = "support-metrics.txt" if flat else "support-metrics.jsonl"
    left_out = found.left_out("outside the scores")
    file = ExportFile(name, _lines(found, left_out, cells_of(wanted) if flat else None))
    return Export(iter([file]), {"judge": described(wanted.parts["judge"])}, left_out)


def _lines(found: Judged, left_out: list[LeftOut], flat: Cells | None) -> Iterator[str]:
    undefined = 0
    for response, scores in _scored(found):
        undefined += sum(map(isnan, scores.values()))
        topic, run = response.topic.name, response.run.name
        values = {
            name: 0.0 if isnan(value) else value for name, value in scores.items()
        }
        if flat:
            for name, value in values.items():
                yield f"{run} {topic} {name} {flat.fixed(value, 6)}\n"
        else:
            count = len(response.sentences.all())
            yield json_line(
                {"topic_id": topic, "run_id": run, **values, "sentences": count}
            )
    why = "their denominator is empty: written as 0.0"
    left_out.append(LeftOut("undefined scores", undefined, why))


def _scored(found: Judged) -> Iterator[tuple[Response, dict[str, float]]]:
    for batch in found.batches():
        scores = score_responses(_cited(batch, found), len(batch))
        for response, values in zip(batch, scores.values.T.tolist(), strict=True):
            yield response, dict(zip(MEASURES, values, strict=True))


def _cited(responses: Sequence[Response], found: Judged) -> Cited:
    """Return the sentences and citations of responses as columns."""
    place = {value: number for number, value in enumerate(VALUES)} | {"": UNLABELLED}
    whose: list[int] = []
    rows: list[tuple[int, int, int]] = []
    for row, response in enumerate(responses):
        for sentence in response.sentences.all():
            labels = [place.get(each, len(VALUES)) for each in found.of(sentence)]
            rows += [(len(whose), number, value) for number, value in enumerate(labels)]
            whose.append(row)
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Cited(np.array(whose, dtype=np.int64), *columns)


SUPPORT_METRICS = register(
    Exporter(
        name="support-metrics",
        title="Support metric rows",
        says="Precision and recall of each judged response, weighted and hard.",
        parts=(judge_of_kind(SUPPORT.name),),
        make=make_metrics,
        options=(FORM, PROTOCOL, PRECISION),
        kind=SUPPORT.name,
        reader="RAGDoll",
        shows_scores=True,
        begins=partial(first_parts, FAMILY),
    )
)
