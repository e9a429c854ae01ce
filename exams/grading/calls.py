"""The calls of each way of grading: rating, extraction, verification."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from assess.judging.kernel.words import content_stems, recall
from assess.judging.machine.registry import Question, Unit, Verdict
from exams.grading.settings import EXTRACTION, RATE, RATING, VERIFICATION, VERIFY, Way
from exams.kernel.keys import is_correct, says_nothing, spelled_out
from exams.kernel.replies import HIGHEST, SelfRating, read_rating, read_ratings
from exams.models import ExamPassage
from exams.models import Question as ExamQuestion
from llm.kernel.forms import grade_form, label_form, object_form, text_form
from llm.kernel.prompt import Value
from llm.kernel.reply import Read, read_label

YES, NO = "yes", "no"
Parse = Callable[[str], Read[Sequence[Verdict]]]
Then = Callable[[Sequence[Verdict]], Question | None]


def nothing_more(_found: Sequence[Verdict]) -> None:
    """Return that a unit needs no second call."""


@dataclass(frozen=True)
class Graded:
    """A unit's questions and passage; keys, choices: of each question, by its row."""

    unit: Unit
    questions: Sequence[ExamQuestion]
    passage: ExamPassage
    keys: Mapping[int, Sequence[str]]
    choices: Mapping[int, Sequence[str]]

    @property
    def name(self) -> str:
        """Return the description for people."""
        s = "s" if len(self.questions) > 1 else ""
        asked = ", ".join(str(each.uuid) for each in self.questions)
        return f"Question{s} {asked}, passage {self.passage.uuid}"

    @property
    def ids(self) -> dict[str, object]:
        """Return the public ids for the ledger."""
        named = [str(each.uuid) for each in self.questions]
        one = len(named) == 1
        asked: tuple[str, object] = (
            ("question", named[0]) if one else ("questions", named)
        )
        return dict([asked, ("passage", str(self.passage.uuid))])

    def baseline(self) -> list[Verdict]:
        """Return the grades by shared words."""
        told = set(content_stems(self.passage.words))
        shares = [
            recall(set(content_stems(each.text)), told) or 0 for each in self.questions
        ]
        return [Verdict(str(round(HIGHEST * share))) for share in shares]


def call_of(graded: Graded, way: Way) -> Question:
    """Return the first call of a unit."""
    if way.mode == RATE:
        return _rating(graded, way)
    return _extraction(graded, way)


def _question(
    graded: Graded,
    prompt: str,
    values: Mapping[str, Value],
    parse: Parse,
    then: Then = nothing_more,
) -> Question:
    return Question(
        name=graded.name,
        items=graded.unit.items,
        prompt=prompt,
        values=values,
        ids=graded.ids,
        parse=parse,
        baseline=graded.baseline,
        then=then,
    )


def _rating(graded: Graded, way: Way) -> Question:
    one, several = RATING[graded.questions[0].form]
    texts = [each.text for each in graded.questions]
    passage = graded.passage.words
    if way.batch == 1:
        values: dict[str, Value] = {"question": texts[0], "passage": passage}
        alone = grade_form(partial(_read_one, way=way), highest=HIGHEST)
        return _question(graded, one, values, alone)
    values = {"questions": texts, "passage": passage, "count": len(texts)}
    read = partial(_read_several, number=len(texts))
    entry = {"type": "integer", "enum": list(range(HIGHEST + 1))}
    return _question(
        graded, several, values, object_form(read, "grades", entry, len(texts))
    )


def _read_one(reply: str, *, way: Way) -> Read[Sequence[Verdict]]:
    """Return the grade of a reply, which is kept; raise BadReply without one."""
    found = read_rating(reply, reading=way.reading)
    return Read([Verdict(str(found.grade), {"reply": reply, "read": found.how})])


def _read_several(reply: str, *, number: int) -> Read[Sequence[Verdict]]:
    """Return the grades of a batch; each keeps its own part of the reply."""

    def verdicts(found: Sequence[SelfRating]) -> Sequence[Verdict]:
        return [
            Verdict(str(each.grade), {"reply": str(each.grade), "read": each.how})
            for each in found
        ]

    return read_ratings(reply, number=number).mapped(verdicts)


def _extraction(graded: Graded, way: Way) -> Question:
    """Return the call for an answer, which is then compared with the accepted ones."""
    [question] = graded.questions
    keys = graded.keys[question.pk]
    passage = graded.passage.words

    def read(reply: str) -> Read[Sequence[Verdict]]:
        details = _answer(reply, passage) | {"read": "words"}
        correct = is_correct(reply, keys, match=way.match)
        return Read([Verdict(str(int(correct)), details)])

    def then(found: Sequence[Verdict]) -> Question | None:
        answer = str(found[0].details["reply"]).strip()
        if says_nothing(answer, keys):
            return None
        return _verification(graded, answer, found[0].details)

    values: dict[str, Value] = {"question": question.text, "source": passage}
    following = then if way.mode == VERIFY else nothing_more
    form = text_form(read, "answer")
    return _question(graded, EXTRACTION, values, form, following)


def _answer(reply: str, passage: str) -> dict[str, object]:
    """Return a reply's details: the answer, and where the passage has it verbatim.

    Places are code points of the stored text, [start, end).
    """
    answer = reply.strip()
    found: dict[str, object] = {"reply": reply, "answer": answer}
    start = passage.find(answer) if answer else -1
    return found | ({"start": start, "end": start + len(answer)} if start >= 0 else {})


def _verification(
    graded: Graded, answer: str, details: Mapping[str, object]
) -> Question:
    """Return the call that compares an answer with the accepted ones.

    It does not name the passage: the same answer to the same question is asked once.
    """
    [question] = graded.questions
    keys = spelled_out(graded.keys[question.pk], graded.choices.get(question.pk, ()))
    values: dict[str, Value] = {
        "question": question.text,
        "correct": keys,
        "candidate": answer,
    }

    def read(reply: str) -> Read[Sequence[Verdict]]:
        found = read_label(reply, allowed=(YES, NO))
        told = {**details, "verdict": reply, "read": "model"}
        value = str(int(found.value == YES))
        return found.mapped(lambda _said: [Verdict(value, told)])

    form = label_form(read, allowed=(YES, NO))
    return _question(graded, VERIFICATION, values, form)
