"""Judged answers in the form that RAGDoll and NIST's files share."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from assess.kinds.support.export.judged import PROTOCOL, Judged, judged, needs_none
from assess.kinds.support.kind import SUPPORT
from runs.models import Response, Sentence

GRADE = {"full_support": "2", "partial_support": "1", "no_support": "0"}
UNJUDGED = "-1"


def make_support(wanted: Wanted) -> Export:
    """Return each response that is scored whole, -1 where a citation has no label.

    A sentence of which a label says that it needs no citation has -1 as well, and
    `needs_citation` false: a member that other readers pass over.
    """
    found = judged(wanted)
    file = ExportFile("support.jsonl", _lines(found))
    notes = {"judge": described(wanted.parts["judge"])}
    return Export(iter([file]), notes, found.left_out("in the file as -1"))


def _lines(found: Judged) -> Iterator[str]:
    return (json_line(_row(response, found)) for response in found.responses())


def _row(response: Response, found: Judged) -> dict[str, object]:
    return {
        "topic_id": response.topic.name,
        "narrative_id": response.topic.name,
        "run_id": response.run.name,
        "sentences": [_sentence(each, found) for each in response.sentences.all()],
    }


def _sentence(sentence: Sentence, found: Judged) -> dict[str, object]:
    cited, labels = sentence.citations.all(), found.of(sentence)
    said = {"needs_citation": False} if needs_none(labels) else {}
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


SUPPORT_LABELS = register(
    Exporter(
        name="support",
        title="Support labels",
        says="Each judged response with its citations: 2, 1, 0, and -1 for unjudged.",
        parts=(judge_of_kind(SUPPORT.name),),
        make=make_support,
        options=(PROTOCOL,),
        kind=SUPPORT.name,
        reader="RAGDoll",
    )
)
