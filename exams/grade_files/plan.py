"""The content of a file of graded passages, by row numbers if there are rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assess.kinds.relevance.kind import RELEVANCE
from exams.kernel.grades_file import GradeBlock, GradedPassage
from exams.kernel.replies import Reading, read_rating
from llm.kernel.reply import BadReply
from runs.imports.arrival import LONGEST_DOCID, LONGEST_TAG, Incoming
from runs.kernel.checks.places import Place

Spot = tuple[str, str]  # topic, docid
Key = tuple[str, str]  # llm, prompt class


class Grade(NamedTuple):
    """A grade of a question on a passage, and the details of its label."""

    question: str
    value: str
    details: dict[str, Any]


@dataclass
class JudgeGrades:
    """One judge's grades in a file, and the description of the judge."""

    told: Mapping[str, Any]
    grades: dict[Spot, list[Grade]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Return the number of grades."""
        return sum(map(len, self.grades.values()))


@dataclass
class Content:
    """The content of a file, in its order.

    texts: of each passage. questions: each topic's ids. runs: tag → topic → [(rank,
    docid, score)]. relevance: the lowest human grade of each passage.
    """

    texts: dict[Spot, str] = field(default_factory=dict)
    questions: dict[str, list[str]] = field(default_factory=dict)
    judges: dict[Key, JudgeGrades] = field(default_factory=dict)
    runs: dict[str, dict[str, list[tuple[int, str, float]]]] = field(
        default_factory=dict
    )
    relevance: dict[Spot, int] = field(default_factory=dict)


def content_of(incoming: Incoming, passages: Iterable[GradedPassage]) -> Content:
    """Collect a file's passages; a finding names every fault."""
    found = Content()
    known = set(incoming.track.topics.values_list("name", flat=True))
    on_topic: Counter[str] = Counter()
    ids: dict[str, dict[str, None]] = defaultdict(dict)
    for each in passages:
        if each.topic not in known:
            each.place.add("unknown_topic", "[0]", each.topic)
        line, path = each.place.line, each.place.path
        incoming.note_long(line, path, each.id, LONGEST_DOCID)
        incoming.note_text(line, path, each.text, limit="passage")
        on_topic[each.topic] += 1
        incoming.note_many(line, each.topic, on_topic[each.topic], "labels")
        found.texts[each.topic, each.id] = each.text
        _take_grades(incoming, found, each, ids[each.topic])
        if incoming.flag("runs"):
            _take_ranks(incoming, found, each)
        if incoming.param("relevance") and each.relevance:
            _take_relevance(incoming, found, each)
    found.questions = {topic: list(own) for topic, own in ids.items()}
    for topic, own in found.questions.items():
        incoming.note_many(None, f"{topic}/questions", len(own), "nuggets")
        for name in own:
            incoming.note_long(None, f"{topic}/questions", name, 255)
    return found


def _take_grades(
    incoming: Incoming, found: Content, each: GradedPassage, ids: dict[str, None]
) -> None:
    for place, block in enumerate(each.blocks):
        key = (block.llm, block.prompt)
        own = found.judges.setdefault(key, JudgeGrades(block.told))
        spot = (each.topic, each.id)
        if spot in own.grades:
            each.place.add("repeated_grades", f"exam_grades/[{place}]", " ".join(key))
            continue
        ids |= dict.fromkeys(block.ratings)
        at = each.place.down(f"exam_grades/[{place}]")
        own.grades[spot] = list(_grades(at, block, incoming.param("read")))


def _grades(place: Place, block: GradeBlock, reading: str) -> Iterator[Grade]:
    if not reading:
        for name, rating in block.ratings.items():
            reply = block.replies.get(name)
            said = {} if reply is None else {"reply": reply}
            yield Grade(name, str(rating), said)
        return
    for name, reply in block.replies.items():
        try:
            read = read_rating(reply, reading=_reading(reading))
        except BadReply:
            place.add("unread_reply", name, reply)
        else:
            yield Grade(name, str(read.grade), {"reply": reply, "read": read.how})


def _reading(name: str) -> Reading:
    found: dict[str, Reading] = {"paper": "paper", "workbench": "workbench"}
    return found.get(name, "fail")


def _take_ranks(incoming: Incoming, found: Content, each: GradedPassage) -> None:
    for run, rank, score in each.ranks:
        if run not in found.runs:
            incoming.note_long(each.place.line, each.place.path, run, LONGEST_TAG)
        lists = found.runs.setdefault(run, {})
        lists.setdefault(each.topic, []).append((rank, each.id, score))


def _take_relevance(incoming: Incoming, found: Content, each: GradedPassage) -> None:
    grade = min(each.relevance)
    if str(grade) not in RELEVANCE.values(incoming.track):
        each.place.add("off_scale", "paragraph_data/judgments", grade)
    if len(set(each.relevance)) > 1:
        each.place.add(
            "duplicate_row", "paragraph_data/judgments", list(each.relevance)
        )
    found.relevance[each.topic, each.id] = grade


def ranked(rows: Sequence[tuple[int, str, float]]) -> list[tuple[str, float]]:
    """Return a list's docids with their scores, by rank."""
    return [(docid, score) for _rank, docid, score in sorted(rows)]
