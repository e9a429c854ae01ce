"""Support scores as RAGDoll's metric rows, an empty denominator counted as 0.0."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

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
from assess.kinds.kernel.support_scores import Citations, support_scores
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
# The name of each pair of columns, {} for precision or recall; and how it is reckoned.
KINDS: tuple[tuple[str, Citations, bool], ...] = (
    ("weighted_{}_first_citation", "first", False),
    ("weighted_{}_all_judged_citations", "all", False),
    ("hard_{}", "first", True),
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
    for response in found.responses():
        scores = _scores(response, found)
        undefined += sum(value is None for value in scores.values())
        topic, run = response.topic.name, response.run.name
        values = {name: value or 0.0 for name, value in scores.items()}
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


def _scores(response: Response, found: Judged) -> dict[str, float | None]:
    labels = [found.of(sentence) for sentence in response.sentences.all()]
    scores: dict[str, float | None] = {}
    for name, citations, hard in KINDS:
        both = support_scores(labels, citations=citations, hard=hard)
        scores[name.format("precision")] = both.precision
        scores[name.format("recall")] = both.recall
    return scores


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
