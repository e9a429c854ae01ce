"""The one reader of models' replies: it names what it tolerates, and never guesses.

A reply may be in a code fence, follow an introduction, and spell a label with capitals.
Rejected are a wrong count, an unknown label, an unfinished list, and words after the
list, which may revoke its content.
"""

import ast
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from tokenize import COMMENT, STRING, TokenError, generate_tokens
from typing import Generic, TypeGuard, TypeVar

FENCED = "a code fence"
WORDS_BEFORE = "words before the answer"
PYTHON = "a Python list in place of JSON"
SPELLING = "a label in another spelling"
NUMBERED = "numbered labels"

# Why a reply ended, in the words of the protocol; "refusal" is the name of its field.
CUT, REFUSED, FILTERED = "length", "refusal", "content_filter"

_FENCE = re.compile(r"```(?:[a-zA-Z]*\n|[a-zA-Z]*(?=\s*\[))?(.*)```", re.DOTALL)
# The introduction of a list must not look like a part of one.
_BEFORE = re.compile(r"([^\[\]{}\"`]*)([\[`].*)", re.DOTALL)
_BEFORE_LABEL = re.compile(r"(?:[^\[\]{}\"`\n]*[^\[\]{}\"`\s]:|\(?\w[.)]|[-•])\s*(.+)")
_NUMBER = re.compile(r"\(?([a-zA-Z]|\d{1,3})[.):]\s*(\S.*)", re.DOTALL)
_NO_LITERAL = (
    *(ValueError, SyntaxError, TypeError, TokenError),
    *(MemoryError, RecursionError),  # a million brackets
)
_AROUND = " \t\r\n\"'`*_.“”‘’"
_BETWEEN = re.compile(r"[\s_-]+")

T = TypeVar("T")
U = TypeVar("U")


class BadReply(ValueError):
    """A model's reply that a strict parser rejected; the message says why."""

    is_sentence = True  # a job may show the message unchanged


@dataclass(frozen=True)
class Read(Generic[T]):
    """The content of a reply, and its deviations from the required form."""

    value: T
    forgiven: tuple[str, ...] = ()

    def mapped(self, change: Callable[[T], U]) -> "Read[U]":
        """Return another value read from the same reply."""
        return Read(change(self.value), self.forgiven)


def read_texts(reply: str) -> Read[list[str]]:
    """Return the strings of a reply that is one list, in JSON or in Python's form."""
    text, forgiven = _unwrapped(reply)
    entries, python = _literal(text)
    for entry in entries:
        if not isinstance(entry, str):
            raise BadReply(f"The list holds {type(entry).__name__} {entry!r:.80}.")
        check_storable(entry)
    texts = [str(entry) for entry in entries]
    return Read(texts, (*forgiven, *(PYTHON,) * python))


def read_labels(
    reply: str, *, expected: int, allowed: Sequence[str]
) -> Read[list[str]]:
    """Return one of the allowed labels for each item of a batch."""
    found = read_texts(reply)
    check_count(found.value, expected)
    texts, numbered = _unnumbered(found.value)
    labels = [_label(text, allowed) for text in texts]
    spelled = any(a != b.strip() for a, b in zip(labels, texts, strict=True))
    more = (NUMBERED,) * numbered + (SPELLING,) * spelled
    return Read(labels, (*found.forgiven, *more))


def read_label(reply: str, *, allowed: Sequence[str]) -> Read[str]:
    """Return the one allowed label that a reply consists of."""
    text = reply.strip()
    if text.startswith("["):
        return read_labels(text, expected=1, allowed=allowed).mapped(lambda one: one[0])
    text, forgiven = unfenced(text, ())
    if before := _BEFORE_LABEL.fullmatch(text):
        _check_before(text[: before.start(1)], allowed)
        text, forgiven = before[1], (*forgiven, WORDS_BEFORE)
    label = _label(text, allowed)
    return Read(label, forgiven if label == text else (*forgiven, SPELLING))


def check_whole(text: str, finish_reason: str) -> None:
    """Raise BadReply unless a reply is finished and no refusal.

    finish_reason: as the endpoint gave it, REFUSED for a refusal that it marks.
    """
    if finish_reason == CUT:
        raise BadReply("It was cut off at the limit of tokens: it must be shorter.")
    if finish_reason in (REFUSED, FILTERED):
        shown = " ".join(text.split())[:200]
        raise BadReply(f"The model refused to answer: {shown or 'without a word'}.")


def check_count(texts: Sequence[str], expected: int) -> None:
    """Raise BadReply unless a list has one entry for each item."""
    if len(texts) != expected:
        raise BadReply(f"{expected} labels were asked for, the reply has {len(texts)}.")


def _unwrapped(reply: str) -> tuple[str, tuple[str, ...]]:
    """Return only the list, and the types of text around it."""
    text = reply.strip()
    if found := _BEFORE.fullmatch(text):
        return unfenced(found[2], (WORDS_BEFORE,) * bool(found[1]))
    raise BadReply(f"The reply is not a list: {text[:120]!r}.")


def unfenced(text: str, forgiven: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the content of a code fence, and what was tolerated so far."""
    if found := _FENCE.fullmatch(text):
        return found[1].strip(), (*forgiven, FENCED)
    return text, forgiven


def _literal(text: str) -> tuple[list[object], bool]:
    """Return the list, and whether it has Python's form and not JSON's."""
    try:
        found, python = json.loads(text), False
    except (ValueError, RecursionError):
        found, python = _python(text), True
    if not isinstance(found, list):
        raise BadReply(f"The reply is not a list: {text[:120]!r}.")
    return found, python


def _python(text: str) -> object:
    try:
        found = ast.literal_eval(text)
        kinds = [each.type for each in generate_tokens(StringIO(text).readline)]
    except _NO_LITERAL as error:
        raise BadReply(f"The reply is not a list: {text[:120]!r}.") from error
    if COMMENT in kinds:
        raise BadReply("The list has a comment, which may take back what it says.")
    if _holds_texts(found) and kinds.count(STRING) > len(found):
        raise BadReply("A comma is missing between two entries of the list.")
    return found


def _holds_texts(found: object) -> TypeGuard[list[str]]:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


def check_storable(text: str) -> None:
    """Raise BadReply for a character that no database stores."""
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise BadReply("The list has a character that is not text.")


def _unnumbered(texts: Sequence[str]) -> tuple[Sequence[str], bool]:
    """Return labels without 1., 2. or a), b) before them, if all are in sequence."""
    found = [_NUMBER.fullmatch(text.strip()) for text in texts]
    numbers = [match[1].lower() if match else "" for match in found]
    for first in ("1", "a"):
        if numbers and numbers == _run(first, len(texts)):
            return [match[2] for match in found if match], True
    return texts, False


def _run(first: str, length: int) -> list[str]:
    if first == "1":
        return [str(place) for place in range(1, length + 1)]
    return [chr(ord(first) + place) for place in range(length)]


def _label(text: str, allowed: Sequence[str]) -> str:
    label = _folded(text)
    if label not in allowed:
        raise BadReply(f"{text[:80]!r} is not one of {', '.join(allowed)}.")
    return label


def _folded(text: str) -> str:
    return _BETWEEN.sub("_", text.strip(_AROUND).lower())


def _check_before(words: str, allowed: Sequence[str]) -> None:
    named = [label for label in allowed if label in _folded(words)]
    if named:
        raise BadReply(f"The reply names {named[0]} before its answer.")
