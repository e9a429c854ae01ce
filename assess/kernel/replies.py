"""What a model's reply to a relevance or support prompt says, strictly read."""

import re

from llm.kernel.reply import BadReply

SUPPORT_LABELS = ("full_support", "partial_support", "no_support")

_SCORE = re.compile(r"##\s*final score:[ \t]*(.*)", re.IGNORECASE)
_GRADE = re.compile(r"(\d+)\s*\.?")
_WORD = re.compile(r"[a-z]+")


def read_grade(reply: str, *, highest: int) -> int:
    """Return X of the one line "##final score: X" (P4 Figure 5), from 0 to highest.

    Raise BadReply where the line is missing, repeated, or its score is off the scale.
    """
    found = _SCORE.findall(reply)
    if len(found) != 1:
        raise BadReply(f"One ##final score was asked for, the reply has {len(found)}.")
    digits = _GRADE.fullmatch(found[0].strip())
    if digits is None or int(digits.group(1)) > highest:
        raise BadReply(f"The score {found[0][:80]!r} is not from 0 to {highest}.")
    return int(digits.group(1))


def read_support(reply: str) -> str:
    """Return the one support label that the reply consists of, else raise BadReply.

    Case, quotes, a full stop, and a space for the underscore are folded: "Full
    Support." is full_support (P4 3.3).
    """
    label = "_".join(_WORD.findall(reply.casefold()))
    if label not in SUPPORT_LABELS:
        raise BadReply(f"{reply[:80]!r} is not one of {', '.join(SUPPORT_LABELS)}.")
    return label
