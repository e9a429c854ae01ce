"""The settings of exams in a profile, with the paper's as defaults.

The words for units, readings and modes are those of the app of exams, above this one; a
test checks that they match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runs.kernel.tables import Table

UNITS = ("paragraph", "response", "sentence")
MODES = ("rate", "key", "verify")
READINGS = ("fail", "paper", "workbench")
MATCHES = ("paper", "workbench")
TAUS = (1, 3, 4, 5)
USUAL_TAU = 4
MOST_QUESTIONS = 50  # of one call that writes them
MOST_WORDS = 100
LARGEST_BATCH = 10  # questions of one call that grades


@dataclass(frozen=True, kw_only=True)
class Exam:
    """The settings of exams (Farzi and Dietz 2024).

    questions: how many a model writes for a topic, or for each of its sub-narratives.
    depth: passages of a run that are pooled, and that count for its Cover. unit: the
    pieces of a response. tau: the threshold that ranks runs. mode, unreadable, match,
    batch: what a new model judge of exam grades begins with. authors_grade: whether
    those who wrote a bank may grade with it.
    """

    questions: int
    question_words: int
    key_fact_words: int
    depth: int
    unit: str
    tau: int
    mode: str
    unreadable: str
    match: str
    batch: int
    authors_grade: bool


def read_exam(table: Table) -> Exam:
    """Return a profile's settings of exams, with defaults for missing ones."""

    def whole(key: str, usual: int, most: int | None = None) -> int:
        found = table.peek(key)
        return usual if found is None else table.integer(key, lowest=1, most=most)

    def one_of(key: str, choices: Sequence[str]) -> str:
        found = table.peek(key)
        return choices[0] if found is None else table.choice(key, choices)

    found = Exam(
        questions=whole("questions", 10, MOST_QUESTIONS),
        question_words=whole("question_words", 25, MOST_WORDS),
        key_fact_words=whole("key_fact_words", 4, MOST_WORDS),
        depth=whole("depth", 20),
        unit=one_of("unit", UNITS),
        tau=whole("tau", USUAL_TAU, max(TAUS)),
        mode=one_of("mode", MODES),
        unreadable=one_of("unreadable", READINGS),
        match=one_of("match", MATCHES),
        batch=whole("batch", 1, LARGEST_BATCH),
        authors_grade=table.optional_flag("authors_grade"),
    )
    if found.tau not in TAUS:
        table.refuse("tau", f"must be one of {', '.join(map(str, TAUS))}")
    if found.batch > 1 and (found.mode, found.unreadable) != ("rate", "fail"):
        table.refuse("batch", "above 1 needs the mode rate and unreadable fail")
    return found
