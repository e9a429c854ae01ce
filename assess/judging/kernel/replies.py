"""What a model's reply to a relevance or support prompt says."""

import re

from llm.kernel.reply import SPELLING, BadReply, Read, read_label

SUPPORT_LABELS = ("full_support", "partial_support", "no_support")

_SCORE = re.compile(r"##\s*final score:[ \t]*(.*)", re.IGNORECASE)
_GRADE = re.compile(r"([0-9]{1,3})\s*\.?")


def read_grade(reply: str, *, highest: int) -> Read[int]:
    """Return X of the one line "##final score: X" (P4 Figure 5), from 0 to highest.

    What else may stand before it is the model's reasoning. The line in other words,
    such as "## Final Score: 4.", is forgiven. Raise BadReply where it is missing,
    repeated, or its score is off the scale.
    """
    found = _SCORE.findall(reply)
    if len(found) != 1:
        raise BadReply(f"One ##final score was asked for, the reply has {len(found)}.")
    digits = _GRADE.fullmatch(found[0].strip())
    if digits is None or int(digits.group(1)) > highest:
        raise BadReply(f"The score {found[0][:80]!r} is not from 0 to {highest}.")
    grade = int(digits.group(1))
    lines = (line.strip() for line in reply.splitlines())
    verbatim = f"##final score: {grade}" in lines
    return Read(grade, () if verbatim else (SPELLING,))


def read_support(reply: str) -> Read[str]:
    """Return the one support label that the reply consists of, else raise BadReply.

    "Full Support." is full_support (P4 3.3).
    """
    return read_label(reply, allowed=SUPPORT_LABELS)
