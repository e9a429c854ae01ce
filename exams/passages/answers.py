"""The answer to a question that a person marks in a passage, kept with the grade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from assess.judging.kernel.highlights import Span, merged, written
from assess.judging.work.walk import BadDetail
from exams.models import ExamPassage


class Marked(NamedTuple):
    """The stretch of a passage's text that was marked as an answer, if any."""

    text: str
    spans: Sequence[Span]

    @property
    def place(self) -> str:
        """Return its place in the form of the page."""
        return written(self.spans)

    @property
    def words(self) -> str:
        """Return its words."""
        return "".join(self.text[start:end] for start, end in self.spans)


def details_of(passage: int, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return a marked answer as a label's details: its text and its place.

    Raise BadDetail for words that the passage lacks, or for more than one stretch.
    """
    if not said.get("answer"):
        return {}
    related = ExamPassage.objects.select_related("segment")
    text = related.get(pk=passage).words
    try:
        [(start, end)] = merged(said["answer"], length=len(text))
    except ValueError as error:  # NotInTheText, or several stretches
        raise BadDetail("answer", "The passage has no such words.") from error
    return {"answer": text[start:end], "start": start, "end": end}


def answer_in(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the marked answer in a label's details, as a browser sends it."""
    place = details.get("start"), details.get("end")
    return {"answer": () if None in place else (place,)}
