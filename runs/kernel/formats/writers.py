"""Writers of files, in the formats that trec_eval and nuggetizer read."""

import json
from collections.abc import Iterable, Iterator

from runs.kernel.formats.assignments import ASSIGNMENTS, AssignedNugget, AssignmentRow
from runs.kernel.formats.nuggets import SUBNARRATIVE, Nugget, TopicNuggets


class CannotWrite(ValueError):
    """A record cannot be represented in the file's format."""


def write_qrels(
    rows: Iterable[tuple[str, str, int]], *, iteration: str = "0"
) -> Iterator[str]:
    """Yield `topic iteration docid grade` from (topic, docid, grade).

    The order is that of code points, by topic and then by docid.
    Raises CannotWrite for a name that would break the columns.
    """
    for topic, docid, grade in _in_columns(rows):
        yield f"{topic} {iteration} {docid} {grade}\n"


def write_judgments(
    rows: Iterable[tuple[str, str, int]], *, tag: str, confidence: float = 1
) -> Iterator[str]:
    """Yield `topic Q0 docid grade confidence tag`: 2025's relevance-judgment format.

    Order and errors are those of qrels.
    """
    for topic, docid, grade in _in_columns(rows):
        yield f"{topic} Q0 {docid} {grade} {confidence} {tag}\n"


def _in_columns(rows: Iterable[tuple[str, str, int]]) -> Iterator[tuple[str, str, int]]:
    for topic, docid, grade in sorted(rows):
        if topic.split() != [topic] or docid.split() != [docid]:
            raise CannotWrite(f"{topic!r} {docid!r} is not one word each")
        yield topic, docid, grade


def write_nuggets(
    rows: Iterable[TopicNuggets], *, extended: bool = False
) -> Iterator[str]:
    """Yield nuggetizer's JSONL, one topic per line.

    A missing importance is written as "": nuggetizer's assign step would read a missing
    key as vital, and its metrics would fail; "" counts among all nuggets and not among
    the vital. extended: as in the 2025 development file, with the sub-narrative ("name"
    in quotes, New: before an added one) and the source, and without the topic's text.
    """
    for row in rows:
        nuggets = [_nugget(nugget, extended=extended) for nugget in row.nuggets]
        topic = (
            {"qid": row.topic} if extended else {"query": row.text, "qid": row.topic}
        )
        yield _line({**topic, "nuggets": nuggets})


def write_assignments(
    rows: Iterable[AssignmentRow], *, unlabelled: str | None = None
) -> Iterator[str]:
    """Yield nuggetizer's assignment rows of one run, for its metrics.

    unlabelled: the label to write if there is none; None raises CannotWrite. So does a
    second run, because nuggetizer's metrics average all rows of a file.
    """
    tag: str | None = None
    for row in rows:
        tag = tag or row.run_tag
        if row.run_tag != tag:
            raise CannotWrite(f"{row.run_tag} and {tag} in one file: one run a file")
        nuggets = [_assigned(row, nugget, unlabelled) for nugget in row.nuggets]
        yield _line(
            {
                "query": row.text,
                "qid": row.topic,
                "answer_text": row.answer,
                "response_length": row.words,
                "run_id": row.run_tag,
                "nuggets": nuggets,
            }
        )


def _nugget(nugget: Nugget, *, extended: bool) -> dict[str, str]:
    plain = {"text": nugget.text, "importance": nugget.importance}
    if not extended:
        return plain
    marked = f'{"New: " if nugget.added else ""}"{nugget.subnarrative}"'
    return {
        "text": nugget.text,
        SUBNARRATIVE: marked if nugget.subnarrative else "",
        "importance": nugget.importance,
        "source": nugget.source,
    }


def _assigned(
    row: AssignmentRow, nugget: AssignedNugget, unlabelled: str | None
) -> dict[str, str]:
    label = nugget.assignment or unlabelled
    if label not in ASSIGNMENTS:
        place = f"topic {row.topic}, run {row.run_tag}"
        raise CannotWrite(f"{place}: no label for {nugget.text!r}")
    return {"text": nugget.text, "importance": nugget.importance, "assignment": label}


def _line(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
