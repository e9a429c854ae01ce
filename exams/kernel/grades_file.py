"""Graded passages as the rubric workbench writes them: JSONL, an array a topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

from exams.kernel.replies import HIGHEST
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.places import Place, Record, parse_json

IDS = ("question_id", "nugget_id")
# The keys of a block that a judge's description keeps.
TOLD = ("llm", "llm_options", "prompt_info", "prompt_type")


class Ranked(NamedTuple):
    """The place of a passage in one run's ranking."""

    run: str
    rank: int
    score: float


class GradeBlock(NamedTuple):
    """One judge's grades of a passage, by question's id.

    ratings and replies have the same order as in the file; told: what is known of the
    judge.
    """

    llm: str
    prompt: str
    ratings: Mapping[str, int]
    replies: Mapping[str, str]
    told: Mapping[str, Any]


class GradedPassage(NamedTuple):
    """A passage of a topic with people's grades, ranks, and blocks of grades."""

    place: Place
    topic: str
    id: str
    text: str
    relevance: tuple[int, ...]
    ranks: tuple[Ranked, ...]
    blocks: tuple[GradeBlock, ...]


def read_graded(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[GradedPassage]:
    """Yield each passage; a finding names every fault with its line and field."""
    notes = Notes(report, name)
    for line in read_lines(source, notes, limit=limit):
        place = Place(notes, line.number)
        value = parse_json(line.text, place)
        if value is None:
            continue
        found = _topic(place, value)
        if found is None:
            continue
        topic, passages = found
        seen: set[str] = set()
        for spot, record in place.down("[1]").objects(passages):
            passage = _passage(spot, record, topic)
            if passage is None:
                continue
            if passage.id in seen:
                spot.add("duplicate_docid", "paragraph_id", passage.id)
            else:
                yield passage
            seen.add(passage.id)


def _topic(place: Place, value: object) -> tuple[str, list[object]] | None:
    expected = "an array of a topic and its passages"
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], list):
        place.add("wrong_type", "", value, expected)
        return None
    topic = place.identifier({"[0]": value[0]}, "[0]")
    return None if topic is None else (topic, value[1])


def _passage(place: Place, record: Record, topic: str) -> GradedPassage | None:
    name, text = place.identifier(record, "paragraph_id"), place.text(record, "text")
    data, within = place.mapping(record, "paragraph_data"), place.down("paragraph_data")
    if name is None or text is None:
        return None
    given = record.get("exam_grades")
    blocks = place.sequence(record, "exam_grades") if given is not None else []
    found = (_block(*spot) for spot in place.down("exam_grades").objects(blocks))
    return GradedPassage(
        place,
        topic,
        name,
        text,
        tuple(_judgments(within, data)),
        tuple(_rankings(within, data)),
        tuple(block for block in found if block),
    )


def _judgments(place: Place, data: Record) -> Iterator[int]:
    rows = place.sequence(data, "judgments") if data.get("judgments") else []
    for spot, row in place.down("judgments").objects(rows):
        grade = spot.integer(row, "relevance")
        if grade is None:
            spot.add("missing_field", "relevance")
        elif grade < 0:
            spot.add("unjudged", "relevance", grade)
        else:
            yield grade


def _rankings(place: Place, data: Record) -> Iterator[Ranked]:
    rows = place.sequence(data, "rankings") if data.get("rankings") else []
    for spot, row in place.down("rankings").objects(rows):
        run, rank = spot.identifier(row, "method"), spot.integer(row, "rank")
        score = spot.number(row, "score")
        if rank is None or rank < 0:
            spot.add("bad_number", "rank", rank, "a rank from 0")
        elif run is not None and score is not None:
            yield Ranked(run, rank, score)


def _block(place: Place, record: Record) -> GradeBlock | None:
    llm, info = place.text(record, "llm"), place.mapping(record, "prompt_info")
    prompt = place.down("prompt_info").text(info, "prompt_class", "") or ""
    ratings = dict(_ratings(place, record))
    replies = dict(_replies(place, record))
    if llm is None:
        return None
    told = {key: record[key] for key in TOLD if key in record}
    return GradeBlock(llm, prompt, ratings, replies, told)


def _ratings(place: Place, record: Record) -> Iterator[tuple[str, int]]:
    """Yield self-ratings; without any, correct answers count 1, wrong ones 0."""
    if record.get("self_ratings") is None:
        for key, grade in (("correctAnswered", 1), ("wrongAnswered", 0)):
            for name in place.sequence(record, key):
                if isinstance(name, str):
                    yield name, grade
                else:
                    place.add("wrong_type", key, name, "a question’s id")
        return
    for number, row in enumerate(place.sequence(record, "self_ratings")):
        spot = f"self_ratings/[{number}]"
        name, rating = _pair(row) if isinstance(row, dict) else (None, None)
        if not isinstance(name, str) or name.split() != [name]:
            place.add("bad_name", spot, name, "a question’s id")
        elif rating is None:
            place.add("bad_label", spot, row, f"a rating from 0 to {HIGHEST}")
        else:
            yield name, rating


def _pair(row: Record) -> tuple[object, int | None]:
    """Return a rating's id, and its grade; None for another one."""
    name = next((row[key] for key in IDS if key in row), None)
    rating = row.get("self_rating")
    if not isinstance(rating, int) or isinstance(rating, bool):
        return name, None
    return name, rating if 0 <= rating <= HIGHEST else None


def _replies(place: Place, record: Record) -> Iterator[tuple[str, str]]:
    rows = place.sequence(record, "answers") if record.get("answers") else []
    for number, row in enumerate(rows):
        match row:
            case [str(name), str(reply)]:
                yield name, reply
            case _:
                place.add("wrong_type", f"answers/[{number}]", row, "an id and a reply")
