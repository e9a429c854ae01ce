"""The files of support: judged answers, judgment rows, scores, label rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import isnan

import numpy as np

from assess.analysis.scores.initial_conditions import first_parts
from assess.analysis.scores.leaderboard.export import export_board
from assess.exchange.cells import Cells
from assess.exchange.exports.columns import PRECISION, cells_of, check_words, json_line
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.parts import (
    described_judge,
    judge_export,
    judge_of_kind,
    one_file,
)
from assess.exchange.exports.registry import Export, LeftOut, Option, Wanted
from assess.judging.rounds.protocols import ROUND_NAMES, labelled_rounds
from assess.kinds.kernel.support_scores import (
    MEASURES,
    Cited,
    place_of,
    score_responses,
)
from assess.kinds.support.exporter.responses import (
    PROTOCOL,
    JudgedResponses,
    judged_responses,
)
from assess.kinds.support.kind import NEEDS_NONE, SUPPORT
from assess.kinds.support.scoring import FAMILY
from runs.models import Response, Sentence

FORM = Option(
    "form",
    "Form",
    (
        ("rows", "JSONL: a line for each response"),
        ("flat", "flat: run_id topic_id metric value"),
    ),
)
GRADE = {"full_support": "2", "partial_support": "1", "no_support": "0"}
UNJUDGED = "-1"
WORD = {"full_support": "FS", "partial_support": "PS", "no_support": "NS"}


def make_support(wanted: Wanted) -> Export:
    """Return each scored response completely, with -1 for unlabelled citations.

    A sentence with a label that it needs no citation has -1 as well, and
    `needs_citation` false: a field that other programs ignore.
    """
    found = judged_responses(wanted)
    lines = (json_line(_answer(response, found)) for response in found.responses())
    return one_file(wanted, "support.jsonl", lines, found.left_out("in the file as -1"))


def _answer(response: Response, found: JudgedResponses) -> dict[str, object]:
    return {
        "topic_id": response.topic.name,
        "narrative_id": response.topic.name,
        "run_id": response.run.name,
        "sentences": [_sentence(each, found) for each in response.sentences.all()],
    }


def _sentence(sentence: Sentence, found: JudgedResponses) -> dict[str, object]:
    cited, labels = sentence.citations.all(), found.of(sentence)
    none = NEEDS_NONE.value in labels or sentence.pk in found.exempt
    said = {"needs_citation": False} if none else {}
    return said | {
        "sentenceID": sentence.position,
        "text": sentence.text,
        "citations": [
            {
                "citationID": place,
                "reference": citation.segment.docid,
                "support": GRADE.get(label, UNJUDGED),
            }
            for place, (citation, label) in enumerate(zip(cited, labels, strict=True))
        ],
    }


def make_judgments(wanted: Wanted) -> Export:
    """Return one row for each label of support.

    `raw_output` is empty, because replies stay in the ledger of calls.
    """
    found = judged_responses(wanted)
    exempt = sum(value == NEEDS_NONE.value for value in found.labels.values())
    left_out = [
        *found.left_out("unjudged, so without a row"),
        LeftOut("labels “needs no citation”", exempt, "the format has no value for it"),
        LeftOut(
            "responses without any citation, beside labelled ones",
            len(found.beside),
            "they have no pair",
        ),
    ]
    lines = (
        json_line(row)
        for response in found.responses()
        for sentence in response.sentences.all()
        for row in _judgments(response, sentence, found)
    )
    return one_file(wanted, "support-judgments.jsonl", lines, left_out)


def _judgments(
    response: Response, sentence: Sentence, found: JudgedResponses
) -> Iterator[dict[str, object]]:
    topic, run = response.topic.name, response.run.name
    pairs = zip(sentence.citations.all(), found.of(sentence), strict=True)
    for place, (citation, label) in enumerate(pairs):
        if label in WORD:
            yield {
                "task_id": f"{topic}:{run}:{sentence.position}:{place}",
                "statement": sentence.text,
                "citation": citation.segment.text,
                "support_label": WORD[label],
                "raw_output": "",
                "status": "ok",
                "metadata": {
                    "topic_id": topic,
                    "run_id": run,
                    "sentence_index": sentence.position,
                    "citation_index": place,
                    "docid": citation.segment.docid,
                },
            }


def make_metrics(wanted: Wanted) -> Export:
    """Return the scores of each response that has any, as RAGDoll's metric rows.

    An empty denominator counts as 0.0.
    """
    found = judged_responses(wanted)
    flat = wanted.option(FORM) == "flat"
    if flat:
        check_words("topic", (topic for topic, _run, _pk in found.places))
        check_words("run", (run for _topic, run, _pk in found.places))
    name = "support-metrics.txt" if flat else "support-metrics.jsonl"
    left_out = found.left_out("outside the scores")
    lines = _metrics(found, left_out, cells_of(wanted) if flat else None)
    return one_file(wanted, name, lines, left_out)


def _metrics(
    found: JudgedResponses, left_out: list[LeftOut], flat: Cells | None
) -> Iterator[str]:
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


def _scored(found: JudgedResponses) -> Iterator[tuple[Response, dict[str, float]]]:
    for batch in found.batches():
        scores = score_responses(_cited(batch, found), len(batch))
        for response, values in zip(batch, scores.values.T.tolist(), strict=True):
            yield response, dict(zip(MEASURES, values, strict=True))


def _cited(responses: Sequence[Response], found: JudgedResponses) -> Cited:
    """Return the sentences and citations of responses as columns."""
    whose: list[int] = []
    exempt: list[bool] = []
    rows: list[tuple[int, int, int]] = []
    for row, response in enumerate(responses):
        for sentence in response.sentences.all():
            labels = [place_of(each) for each in found.of(sentence)]
            rows += [(len(whose), number, value) for number, value in enumerate(labels)]
            whose.append(row)
            exempt.append(sentence.pk in found.exempt)
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    cited_by, position, value = columns
    return Cited(
        response=np.array(whose, dtype=np.int64),
        sentence=cited_by,
        position=position,
        value=value,
        exempt=np.array(exempt, dtype=bool),
    )


SUPPORT_LABELS = judge_export(
    SUPPORT,
    make_support,
    name="support",
    title="Support labels",
    says="Each judged response with its citations: 2, 1, 0, and -1 for unjudged.",
    options=(PROTOCOL,),
    reader="RAGDoll",
)
SUPPORT_JUDGMENTS = judge_export(
    SUPPORT,
    make_judgments,
    name="support-judgments",
    title="Support judgment rows",
    says="A line for each labelled pair of sentence and cited segment: FS, PS or NS.",
    options=(PROTOCOL,),
    reader="RAGDoll",
)
SUPPORT_METRICS = judge_export(
    SUPPORT,
    make_metrics,
    name="support-metrics",
    title="Support metric rows",
    says="Precision and recall of each judged response, weighted and hard.",
    options=(FORM, PROTOCOL, PRECISION),
    reader="RAGDoll",
    shows_scores=True,
    begins=partial(first_parts, FAMILY),
)
SUPPORT_LABEL_ROWS = export_labels(
    SUPPORT,
    {
        "topic": "citation__sentence__response__topic__name",
        "run": "citation__sentence__response__run__name",
        "sentence": "citation__sentence__position",
        "citation": "citation__position",
        "docid": "citation__segment__docid",
    },
)
ROUND = Option(
    "round",
    "Round",
    (("0", ROUND_NAMES[0]),),
    lambda track: tuple(
        (str(each.number), each.name) for each in labelled_rounds(track, SUPPORT)
    ),
)
SCORES = export_board(
    FAMILY, (judge_of_kind(SUPPORT.name),), described_judge, options=(ROUND,)
)
