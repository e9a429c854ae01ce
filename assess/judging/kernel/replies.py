"""Readers of a model's replies to relevance and support prompts."""

import re

from llm.kernel.reply import SPELLING, BadReply, Read, read_label

SUPPORT_LABELS = ("full_support", "partial_support", "no_support")

_SCORE = re.compile(r"##\s*final score:[ \t]*(.*)", re.IGNORECASE)
_NO_WORDS = " \t\r\n`*"  # the end of a fence or of bold type
_GRADE = re.compile(r"(?:\[|\*\*)?\s*([0-9]{1,3})\s*(?:\]|\*\*)?\s*\.?(?:\*\*)?")


def read_grade(reply: str, *, highest: int) -> Read[int]:
    """Return X of the one line "##final score: X" (P4 Figure 5), from 0 to highest.

    Anything before that line is the model's reasoning. Other spellings of the line,
    such as "## Final Score: [4].", are tolerated. Raise BadReply if the line is missing
    or repeated, if words follow it, which may revoke it, or if its score is off the
    scale.
    """
    found = list(_SCORE.finditer(reply))
    if len(found) != 1:
        raise BadReply(f"One ##final score was asked for, the reply has {len(found)}.")
    said, after = found[0][1], reply[found[0].end() :].strip(_NO_WORDS)
    if after:
        raise BadReply(f"Words follow the ##final score: {after[:80]!r}.")
    digits = _GRADE.fullmatch(said.strip())
    if digits is None or int(digits.group(1)) > highest:
        raise BadReply(f"The score {said[:80]!r} is not from 0 to {highest}.")
    grade = int(digits.group(1))
    lines = (line.strip() for line in reply.splitlines())
    verbatim = f"##final score: {grade}" in lines
    return Read(grade, () if verbatim else (SPELLING,))


def read_support(reply: str) -> Read[str]:
    """Return the support label that the whole reply consists of, else raise BadReply.

    "Full Support." is full_support (P4 3.3).
    """
    return read_label(reply, allowed=SUPPORT_LABELS)
