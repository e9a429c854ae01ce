"""Support labels going out in the form that RAGDoll and NIST's files share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from django.db.models import Prefetch, Q

from assess.exports.parts import described, judge_of_kind
from assess.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from assess.reading.labels import labels_of
from assess.support.kind import NEEDS_NONE, SUPPORT
from runs.models import Citation, Response, Sentence

GRADE = {"full_support": "2", "partial_support": "1", "no_support": "0"}
UNJUDGED = "-1"
AT_ONCE = 200  # responses read by one round of queries
PROTOCOL = Option(
    "protocol",
    "Labels given",
    (("from_scratch", "from scratch"), ("post_edited", "over a shown model's")),
)
ROUND = {"from_scratch": 0, "post_edited": 1}


def make_support(wanted: Wanted) -> Export:
    """Return each response with a label whole, -1 where a citation has none.

    A sentence of which a label says that it needs no citation has -1 as well, and
    `needs_citation` false: a member that other readers pass over.
    """
    judge = wanted.parts["judge"]
    file = ExportFile("support.jsonl", _lines(wanted))
    return Export(iter([file]), {"judge": described(judge)})


def _lines(wanted: Wanted) -> Iterator[str]:
    where = Q()
    if wanted.topics is not None:
        where = Q(citation__sentence__response__topic__in=wanted.topics)
    labels = {
        citation: value
        for (citation,), value in labels_of(
            wanted.parts["judge"],
            SUPPORT,
            where=where,
            round=ROUND[wanted.option(PROTOCOL)],
        ).items()
    }
    places = sorted(_judged(wanted, labels))
    for start in range(0, len(places), AT_ONCE):
        pks = [pk for _, _, pk in places[start : start + AT_ONCE]]
        responses = _whole(pks)
        for pk in pks:
            yield _row(responses[pk], labels)


def _judged(wanted: Wanted, labels: dict[int, str]) -> set[tuple[str, str, int]]:
    """Return (topic, run, row number) of each response with a labelled citation."""
    rows = Citation.objects.filter(
        sentence__response__in=Response.objects.visible().filter(
            run__track=wanted.track
        )
    ).values_list(
        "pk",
        "sentence__response__topic__name",
        "sentence__response__run__name",
        "sentence__response",
    )
    return {(topic, run, pk) for citation, topic, run, pk in rows if citation in labels}


def _whole(pks: Sequence[int]) -> dict[int, Response]:
    citations = Citation.objects.select_related("segment")
    sentences = Sentence.objects.prefetch_related(Prefetch("citations", citations))
    return (
        Response.objects.select_related("run", "topic")
        .prefetch_related(Prefetch("sentences", sentences))
        .in_bulk(pks)
    )


def _row(response: Response, labels: dict[int, str]) -> str:
    row = {
        "topic_id": response.topic.name,
        "narrative_id": response.topic.name,
        "run_id": response.run.name,
        "sentences": [_sentence(each, labels) for each in response.sentences.all()],
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _sentence(sentence: Sentence, labels: dict[int, str]) -> dict[str, object]:
    cited = sentence.citations.all()
    needs_none = any(labels.get(each.pk) == NEEDS_NONE.value for each in cited)
    said = {"needs_citation": False} if needs_none else {}
    return said | {
        "sentenceID": sentence.position,
        "text": sentence.text,
        "citations": [
            {
                "citationID": place,
                "reference": citation.segment.docid,
                "support": GRADE.get(labels.get(citation.pk, ""), UNJUDGED),
            }
            for place, citation in enumerate(cited)
        ],
    }


SUPPORT_LABELS = register(
    Exporter(
        name="support",
        title="Support labels",
        says="Each judged response with its citations: 2, 1, 0, and -1 for unjudged.",
        suffix="jsonl",
        parts=(judge_of_kind(SUPPORT.name),),
        make=make_support,
        options=(PROTOCOL,),
        kind=SUPPORT.name,
    )
)
