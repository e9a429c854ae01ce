"""How a model grades: the settings that its judge keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assess.judging.machine.registry import Setting
from exams.kernel.keys import MATCHES, Match
from exams.kernel.replies import READINGS, Reading
from runs.kernel.exam import LARGEST_BATCH

RATE, KEY, VERIFY = "rate", "key", "verify"

# form of a question → prompts of one question and of several, prompts/<name>.toml
RATING = {
    "question": ("grade_passage", "grade_questions"),
    "key_fact": ("grade_key_fact", "grade_key_facts"),
}
EXTRACTION, VERIFICATION = "extract_answer", "verify_answer"


class Way(NamedTuple):
    """A judge's way of grading: its settings as values."""

    mode: str
    reading: Reading
    match: Match
    batch: int

    @property
    def prompts(self) -> tuple[str, ...]:
        """Return the prompts that it needs."""
        if self.mode == KEY:
            return (EXTRACTION,)
        if self.mode == VERIFY:
            return (EXTRACTION, VERIFICATION)
        return tuple(own[self.batch > 1] for own in RATING.values())


def way_of(settings: Mapping[str, str]) -> Way:
    """Return a judge's checked settings as values."""
    return Way(
        settings["mode"],
        next(each for each in READINGS if each == settings["unreadable"]),
        next(each for each in MATCHES if each == settings["match"]),
        int(settings["batch"]),
    )


def refusal_of(settings: Mapping[str, str]) -> str:
    """Return why settings do not go together, "" if they do."""
    if settings["batch"] == "1" or (settings["mode"], settings["unreadable"]) == (
        RATE,
        "fail",
    ):
        return ""
    return "Several questions a call need the mode rate, and unreadable fail."


MODE = Setting(
    "mode",
    "Graded by",
    (
        (RATE, "the model’s rating, 0 to 5"),
        (KEY, "an extracted answer and accepted answers, by words: 0 or 1"),
        (VERIFY, "an extracted answer and accepted answers, by the model: 0 or 1"),
    ),
    RATE,
    lambda track: track.profile.exam.mode,
    "Only questions with accepted answers can be graded by them. Verification by the "
    "model hurt rankings in the paper.",
)
UNREADABLE = Setting(
    "unreadable",
    "A reply without a grade",
    (
        ("fail", "fails: asked again, then no grade"),
        ("paper", "counts 1, or 0 if it says that there is no answer (paper)"),
        ("workbench", "counts 0, or 1 if it says so (workbench)"),
    ),
    "fail",
    lambda track: track.profile.exam.unreadable,
)
MATCH = Setting(
    "match",
    "Answers match",
    (("paper", "as in the paper"), ("workbench", "as in the workbench, laxer")),
    "paper",
    lambda track: track.profile.exam.match,
)
BATCH = Setting(
    "batch",
    "Questions a call",
    tuple((str(n), str(n)) for n in range(1, LARGEST_BATCH + 1)),
    "1",
    lambda track: str(track.profile.exam.batch),
    "The paper asks one question a call: in a list, places may tell.",
)
SETTINGS = (MODE, UNREADABLE, MATCH, BATCH)
