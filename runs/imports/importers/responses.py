"""Rows of responses: sentences, citations and the digest that identifies one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runs.imports.importers.segments import name_segments
from runs.kernel.words import count_split
from runs.models import Citation, Response, Run, Sentence, Topic


class NewResponse(NamedTuple):
    """A response to store; sentences are (text, docids), none for plain text."""

    topic: Topic
    text: str
    sentences: tuple[tuple[str, tuple[str, ...]], ...] = ()
    references: tuple[str, ...] = ()
    line: int | None = None

    @property
    def digest(self) -> str:
        """Return the SHA-256 of what an assessor would read of it."""
        content = json.dumps([self.text, self.sentences], ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()


def store_responses(run: Run, responses: Sequence[NewResponse]) -> int:
    """Store a run's responses with sentences and citations; return their number."""
    stored = Response.objects.bulk_create(
        [
            Response(
                run=run,
                topic=new.topic,
                text=new.text,
                words=count_split(new.text),
                references=list(new.references),
                digest=new.digest,
                line=new.line,
            )
            for new in responses
        ],
        batch_size=500,
    )
    pairs = list(zip(stored, responses, strict=True))
    sentences = _store_sentences(pairs)
    segments = name_segments(run.track, _cited(responses))
    _store_citations(sentences, segments)
    return len(stored)


def _cited(responses: Iterable[NewResponse]) -> set[str]:
    cited = {
        docid for new in responses for _, docids in new.sentences for docid in docids
    }
    return cited | {docid for new in responses for docid in new.references}


def _store_sentences(
    pairs: Iterable[tuple[Response, NewResponse]],
) -> list[tuple[Sentence, tuple[str, ...]]]:
    rows = [
        (Sentence(response=response, position=position, text=text), docids)
        for response, new in pairs
        for position, (text, docids) in enumerate(new.sentences)
    ]
    stored = Sentence.objects.bulk_create(
        [sentence for sentence, _ in rows], batch_size=2_000
    )
    return [
        (sentence, docids) for sentence, (_, docids) in zip(stored, rows, strict=True)
    ]


def _store_citations(
    sentences: Iterable[tuple[Sentence, tuple[str, ...]]], segments: dict[str, int]
) -> None:
    Citation.objects.bulk_create(
        (
            Citation(sentence=sentence, position=position, segment_id=segments[docid])
            for sentence, docids in sentences
            for position, docid in enumerate(docids)
        ),
        batch_size=2_000,
    )
