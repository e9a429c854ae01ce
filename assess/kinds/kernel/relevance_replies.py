"""Reader of a model's reply that may name the sub-narratives behind its grade."""

import re
from string import ascii_lowercase

from assess.judging.kernel.replies import read_grade
from assess.kinds.kernel.grades import CoveredGrade, grade_for_ticks
from llm.kernel.reply import Read

UNREADABLE_TICKS = "an unreadable line of sub-narratives"
CONTRADICTING_TICKS = "sub-narratives that contradict the grade"

_COUNTED = re.compile(r"##\s*sub-?narratives:[ \t]*(.*)", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z](?:[\s,;]+(?:and\s+)?[a-z])*\.?")
_LETTER = re.compile(r"\b[a-z]\b")
_NONE = re.compile(r"(?:none|-)?\.?")


def read_counted(reply: str, *, parts: int, highest: int) -> Read[CoveredGrade]:
    """Return the grade, and the letters of a line "##sub-narratives: A, C".

    The line may be missing. One that contradicts the grade by the rule of 2025 (P4 3.1)
    changes nothing: the reply is marked.
    """
    grade = read_grade(reply, highest=highest)
    lines = _COUNTED.findall(reply)
    if not lines:
        return grade.mapped(lambda value: CoveredGrade(value, None))
    ticks = _places(lines[0], parts) if len(lines) == 1 else None
    marks = list(grade.forgiven)
    if ticks is None:
        marks.append(UNREADABLE_TICKS)
    elif _contradicts(grade.value, len(ticks)):
        marks.append(CONTRADICTING_TICKS)
    return Read(CoveredGrade(grade.value, ticks), tuple(marks))


def _contradicts(grade: int, ticks: int) -> bool:
    proposed = grade_for_ticks(ticks)
    return grade > 1 if proposed is None else grade != proposed


def _places(line: str, parts: int) -> tuple[int, ...] | None:
    """Return the places of a line's letters, None if there is anything else on it."""
    said = line.strip().lower()
    if _NONE.fullmatch(said):
        return ()
    if not _LETTERS.fullmatch(said):
        return None
    places = sorted({ascii_lowercase.index(each) for each in _LETTER.findall(said)})
    return tuple(places) if places[-1] < parts else None
