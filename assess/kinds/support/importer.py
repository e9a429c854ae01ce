"""Imports of support labels: RAGDoll's files, or five columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import LabelImporter, LabelPlan, plan_labels
from assess.judging.labels.writer import NewLabel
from assess.kinds.support.kind import SUPPORT
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.repeats import Repeats
from runs.kernel.formats.support import SupportRow, read_support
from runs.models import Citation, Response, Sentence, Track

RESPONSE, SENTENCE = "sentence__response", "sentence__position"
Key = tuple[str, str, int]  # topic, run, sentence


class Cites(NamedTuple):
    """A citation of a sentence: its place, its document, its row number."""

    place: int
    docid: str
    pk: int


class Answers(NamedTuple):
    """The responses that labels may refer to, with their sentences and citations."""

    responses: set[tuple[str, str]]
    texts: dict[Key, str]
    citations: dict[Key, list[Cites]]


class SupportImporter(LabelImporter):
    """Imports one judge's labels of citations."""

    kind = SUPPORT

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every label and look up its citation."""
        found = list(self._read(incoming))
        rows = list(_labels(incoming, found))
        incoming.report.raise_if_errors()
        return plan_labels(incoming, SUPPORT, rows)

    def _read(self, incoming: Incoming) -> Iterator[SupportRow]:
        with incoming.open() as source:
            yield from read_support(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            )


def _labels(incoming: Incoming, found: list[SupportRow]) -> Iterator[NewLabel]:
    answers = _answers(incoming.track, {row.topic for row in found})
    values = set(SUPPORT.values(incoming.track))
    repeats = Repeats(incoming.notes)
    for row in found:
        citation = _citation(incoming, row, answers)
        if citation is None:
            continue
        if row.label not in values:
            expected = ", ".join(SUPPORT.values(incoming.track))
            incoming.notes.add("off_scale", row.line, "label", row.label, expected)
        elif repeats.is_first(citation, row.label, row.line):
            yield NewLabel((citation,), row.label)


def _answers(track: Track, topics: set[str]) -> Answers:
    responses = Response.objects.visible().filter(
        run__track=track, topic__name__in=topics
    )
    names = ("topic__name", "run__name")
    of = tuple(f"response__{name}" for name in names)
    sentences = Sentence.objects.filter(response__in=responses).order_by()
    texts = sentences.values_list(*of, "position", "text")
    citations: dict[Key, list[Cites]] = defaultdict(list)
    cited = Citation.objects.filter(sentence__response__in=responses)
    columns = [f"{RESPONSE}__{name}" for name in names]
    for topic, run, sentence, *cites in cited.order_by("position").values_list(
        *columns, SENTENCE, "position", "segment__docid", "pk"
    ):
        citations[topic, run, sentence].append(Cites(*cites))
    return Answers(
        set(responses.values_list(*names)),
        {(topic, run, number): text for topic, run, number, text in texts},
        citations,
    )


def _citation(incoming: Incoming, row: SupportRow, answers: Answers) -> int | None:
    """Return a label's citation; None, noted, if the track has none."""
    key = (row.topic, row.run_tag, row.sentence)
    if (row.topic, row.run_tag) not in answers.responses:
        found = f"{row.topic} of {row.run_tag}"
        incoming.notes.add("no_response", row.line, "run", found)
        return None
    if key not in answers.texts:
        incoming.notes.add("unknown_sentence", row.line, "sentence", row.sentence)
        return None
    if row.text and row.text.split() != answers.texts[key].split():
        incoming.notes.add(
            "other_sentence", row.line, "text", row.text, answers.texts[key]
        )
    cited = [each for each in answers.citations[key] if each.docid == row.docid]
    at = next((each for each in cited if each.place == row.place), None)
    if at is None and not cited:
        there = ", ".join(each.docid for each in answers.citations[key]) or "nothing"
        incoming.notes.add("unknown_citation", row.line, "docid", row.docid, there)
        return None
    return (at or cited[0]).pk


LABELS = register(
    ImportKind(
        name="support",
        title="Support labels",
        hint="How far cited segments support their sentences: RAGDoll’s JSONL, or CSV "
        "with topic, run, sentence (from 0), docid, label.",
        turn=55,
        after="After the runs.",
        form=LabelImportForm,
        importer=SupportImporter(),
    )
)
