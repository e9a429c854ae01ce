"""A response for a page: numbered sentences with references to passages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from runs.models import Response, Segment, Sentence


class Reference(NamedTuple):
    """A cited segment and its number on the page."""

    number: int
    segment: Segment


@dataclass
class Cited:
    """A response's sentences with their references, and each reference once."""

    sentences: list[tuple[Sentence, list[Reference]]] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)


def number_references(response: Response) -> Cited:
    """Return a response's sentences, with citations numbered by first mention.

    The sentences, their citations and the segments should be prefetched.
    """
    known: dict[int, Reference] = {}
    found = Cited()
    for sentence in response.sentences.all():
        own = []
        for citation in sentence.citations.all():
            new = Reference(len(known) + 1, citation.segment)
            own.append(known.setdefault(citation.segment_id, new))
        found.sentences.append((sentence, own))
    found.references = list(known.values())
    return found
