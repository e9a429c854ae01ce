"""Questions in a model's reply (EXAM++, Farzi and Dietz 2024, §4.1)."""

from __future__ import annotations

from typing import NamedTuple

from llm.kernel.objects import read_list
from llm.kernel.reply import BadReply, Read, check_storable

LONGEST = 2_000  # characters of a question
MOST = 200  # entries of a reply
KEY = "questions"


class Drafted(NamedTuple):
    """The questions of a reply in order.

    surplus: those after the number that was asked for. empty, repeated: how many
    entries were dropped.
    """

    kept: tuple[str, ...]
    surplus: tuple[str, ...]
    empty: int
    repeated: int


def read_questions(reply: str, *, number: int) -> Read[Drafted]:
    """Return the questions of a reply, {"questions": [...]}.

    Raise BadReply for anything but a list of texts with at least one question.
    """
    found = read_list(reply, KEY)
    if len(found.value) > MOST:
        raise BadReply(f"The list holds {len(found.value):,} entries, above {MOST}.")
    texts = [_text(entry) for entry in found.value]
    named = [text for text in texts if text]
    unique = list(dict.fromkeys(named))
    if not unique:
        raise BadReply("The list has no question.")
    drafted = Drafted(
        tuple(unique[:number]),
        tuple(unique[number:]),
        len(texts) - len(named),
        len(named) - len(unique),
    )
    return Read(drafted, found.forgiven)


def _text(entry: object) -> str:
    if not isinstance(entry, str):
        raise BadReply(f"The list holds {type(entry).__name__} {entry!r:.80}.")
    check_storable(entry)
    text = " ".join(entry.split())
    if len(text) > LONGEST:
        raise BadReply(f"An entry has {len(text):,} characters, above {LONGEST:,}.")
    return text
