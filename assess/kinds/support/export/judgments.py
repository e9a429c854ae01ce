"""Support labels as RAGDoll's judgment rows: a sentence and a citation each."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from assess.kinds.support.export.judged import PROTOCOL, Judged, judged
from assess.kinds.support.kind import NEEDS_NONE, SUPPORT
from runs.models import Response, Sentence

LABEL = {"full_support": "FS", "partial_support": "PS", "no_support": "NS"}


def make_judgments(wanted: Wanted) -> Export:
    """Return a row for each label of support; what has none has no row.

    `raw_output` is empty: a reply stays in the ledger of calls.
    """
    found = judged(wanted)
    file = ExportFile("support-judgments.jsonl", _lines(found))
    notes = {"judge": described(wanted.parts["judge"])}
    exempt = sum(value == NEEDS_NONE.value for value in found.labels.values())
    left_out = [
        *found.left_out("unjudged, so without a row"),
        LeftOut("labels “needs no citation”", exempt, "the form has no word for it"),
        LeftOut(
            "responses without any citation, beside labelled ones",
            len(found.beside),
            "they have no pair",
        ),
    ]
    return Export(iter([file]), notes, left_out)


def _lines(found: Judged) -> Iterator[str]:
    for response in found.responses():
        for sentence in response.sentences.all():
            yield from _rows(response, sentence, found)


def _rows(response: Response, sentence: Sentence, found: Judged) -> Iterator[str]:
    pairs = zip(sentence.citations.all(), found.of(sentence), strict=True)
    for place, (citation, label) in enumerate(pairs):
        if label not in LABEL:
            continue
        topic, run = response.topic.name, response.run.name
        yield json_line(
            {
                "task_id": f"{topic}:{run}:{sentence.position}:{place}",
                "statement": sentence.text,
                "citation": citation.segment.text,
                "support_label": LABEL[label],
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
        )


SUPPORT_JUDGMENTS = register(
    Exporter(
        name="support-judgments",
        title="Support judgment rows",
        says="A labelled pair of sentence and cited segment a line: FS, PS or NS.",
        parts=(judge_of_kind(SUPPORT.name),),
        make=make_judgments,
        options=(PROTOCOL,),
        kind=SUPPORT.name,
        reader="RAGDoll",
    )
)
