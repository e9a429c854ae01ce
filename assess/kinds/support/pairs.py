"""A response as its assessor meets it: sentence by sentence, with what each cites."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid4

from django.db.models import Prefetch, Q

from assess.judging.models import Allocation
from assess.judging.work.walk import Given
from assess.kinds.support.citations import judged_citations
from assess.kinds.support.shown_labels import shown_labels
from assess.kinds.support.work import Sheet
from runs.models import Citation, Response, Sentence


class Pair(NamedTuple):
    """One sentence beside one segment that it cites, and the label it has.

    `of` is how many citations of the sentence are judged, `key` that of a plain
    form's next action, `shown` the label to correct, "" where there is none. Without
    a text there is nothing to judge.
    """

    citation: Citation
    sentence: Sentence
    place: int
    of: int
    given: Given
    key: UUID
    shown: str

    @property
    def can_be_judged(self) -> bool:
        """Say whether the segment's text is there."""
        return bool(self.citation.segment.text)


class Line(NamedTuple):
    """One sentence of a response, numbered from 1, with its pairs.

    is_cited: it has a citation, judged or not.
    """

    number: int
    sentence: Sentence
    pairs: list[Pair]
    is_cited: bool

    @property
    def is_passed(self) -> bool:
        """Say whether nothing is asked about the sentence."""
        return not any(pair.can_be_judged for pair in self.pairs)


def read_lines(work: Allocation, sheet: Sheet, response: Response) -> list[Line]:
    """Return the sentences of a response in their order."""
    every = Citation.objects.select_related("segment")
    asked = set(
        judged_citations([work.track])
        .filter(sentence__response=response)
        .values_list("pk", flat=True)
    )
    shown = shown_labels(work, Q(citation__sentence__response=response))
    sentences = response.sentences.prefetch_related(Prefetch("citations", every))
    lines = []
    for number, sentence in enumerate(sentences, start=1):
        cited = list(sentence.citations.all())
        judged = [citation for citation in cited if citation.pk in asked]
        pairs = [
            Pair(
                citation,
                sentence,
                place,
                len(judged),
                sheet.given(citation.pk),
                uuid4(),
                shown.get(citation.pk, ""),
            )
            for place, citation in enumerate(judged, start=1)
        ]
        lines.append(Line(number, sentence, pairs, bool(cited)))
    return lines
