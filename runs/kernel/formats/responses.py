"""Responses of AG and RAG runs, in the formats of 2024, 2025 and 2026."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, Record, read_objects
from runs.kernel.checks.requirements import Checks
from runs.kernel.checks.run_rules import RunRules
from runs.kernel.formats.citations import Citations, read_references
from runs.kernel.words import COUNTERS, count_split

FLAT = {"run": "run_id", "topic": "topic_id", "text": "topic"}
NESTED = {"run": "run_id", "topic": "narrative_id", "text": "narrative"}


class SentenceRecord(NamedTuple):
    """One sentence of a response; citations are docids in order, with repetitions."""

    text: str
    citations: tuple[str, ...]


class RunResponse(NamedTuple):
    """One response; words is its length in white-space words, raw its line.

    text: the topic's text in the run, "" if there is none. references: as given.
    metadata: that of the 2025 format, else the members other than answer and
    references. team, type, category: the file's values for the run up to here, "" if
    there are none.
    """

    line: int
    topic: str
    text: str
    run_tag: str
    sentences: tuple[SentenceRecord, ...]
    references: tuple[str, ...]
    metadata: dict[str, object]
    words: int
    raw: str
    team: str = ""
    type: str = ""
    category: str = ""


def read_run_responses(
    source: BinaryIO,
    name: str,
    *,
    checks: Checks,
    report: Report,
    limit: int | None = None,
) -> Iterator[RunResponse]:
    """Yield the responses of a run, in file order."""
    notes = Notes(report, name, checks.severities)
    rules = RunRules(checks, notes)
    last = 1
    for place, record, raw in read_objects(source, notes, limit=limit):
        last = place.line or last
        response = _read_response(place, record, raw, rules)
        if response is not None:
            _check_length(place, record, response, checks)
            yield response
    rules.note_missing(last)


def _read_response(
    place: Place, record: Record, raw: str, rules: RunRules
) -> RunResponse | None:
    spot, metadata, keys = _find_metadata(place, record)
    tag = spot.identifier(metadata, keys["run"])
    topic = spot.identifier(metadata, keys["topic"])
    text = spot.text(metadata, keys["text"], "") or ""
    if topic is not None:
        _check_topic(spot, topic, text, keys, rules)
    if tag is not None:
        rules.check_tag(tag, place.line)
    named = (keys["run"], keys["topic"])
    _check_metadata(
        spot, metadata, [k for k in rules.checks.metadata if k not in named]
    )
    rules.origin.read(spot, metadata, lacking="metadata" in record)
    references = read_references(place, record, rules)
    sentences = tuple(_read_answer(place, record, references, rules))
    if topic is None or tag is None:
        return None
    words = sum(count_split(sentence.text) for sentence in sentences)
    return RunResponse(
        place.line or 0,
        topic,
        text,
        tag,
        sentences,
        tuple(docid for docid in references if docid),
        dict(metadata),
        words,
        raw,
        rules.origin.team,
        rules.origin.type,
        rules.origin.category,
    )


def _find_metadata(
    place: Place, record: Record
) -> tuple[Place, Record, dict[str, str]]:
    if "metadata" not in record:
        beside = {k: v for k, v in record.items() if k not in ("answer", "references")}
        return place, beside, FLAT
    metadata = place.mapping(record, "metadata")
    sibling = "topic_id" in metadata and "narrative_id" not in metadata
    return place.down("metadata"), metadata, FLAT if sibling else NESTED


def _check_topic(
    place: Place, topic: str, text: str, keys: dict[str, str], rules: RunRules
) -> None:
    if rules.has_seen(topic):
        place.add("duplicate_topic", keys["topic"], topic)
    known = rules.check_topic(topic, place.line)
    if known and text and text != rules.checks.topics[topic]:
        expected = "the topic's text, character by character"
        place.add("wrong_topic_text", keys["text"], text, expected)


def _check_metadata(place: Place, metadata: Record, required: Iterable[str]) -> None:
    for key in required:
        value = metadata.get(key)
        if value is None or (isinstance(value, str) and not value.strip()):
            place.add("missing_metadata", key, value, "a value")


def _read_answer(
    place: Place, record: Record, references: list[str], rules: RunRules
) -> Iterator[SentenceRecord]:
    key = "responses" if "responses" in record and "answer" not in record else "answer"
    cited = Citations(references, rules)
    empty = True
    for spot, part in place.down(key).objects(place.sequence(record, key)):
        text = spot.text(part, "text")
        citations = cited.resolve(spot, part)
        if text is None:
            continue
        if not text.strip():
            spot.add("empty_sentence", "text")
        empty = empty and not text.strip()
        yield SentenceRecord(text, citations)
    if empty:
        place.add("empty_answer", key)
    cited.finish(place)


def _check_length(
    place: Place, record: Record, response: RunResponse, checks: Checks
) -> None:
    count = COUNTERS[checks.word_counter]
    words = sum(count(sentence.text) for sentence in response.sentences)
    if checks.word_limit is not None and words > checks.word_limit:
        expected = f"at most {checks.word_limit} words"
        place.add("over_length", "answer", words, expected)
    stated = place.integer(record, "response_length")
    if stated is not None and stated != words:
        place.add("wrong_length", "response_length", stated, str(words))
