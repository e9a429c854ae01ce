"""JSON objects in models' replies: alone, in a code fence, or after some words."""

from __future__ import annotations

import json
import re
from typing import Any

from llm.kernel.reply import FENCED, WORDS_BEFORE, BadReply, Read, unfenced

MOST_STARTS = 1_000  # braces at which an object may begin

_AFTER = re.compile(r"[\s`]*")


class _Twice(ValueError):
    """An object has a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)


def object_alone(reply: str) -> tuple[dict[str, Any] | None, tuple[str, ...]]:
    """Return the object that a whole reply is, and whether it is in a code fence.

    None if the reply is anything else. Raise BadReply for a key twice.
    """
    text, forgiven = unfenced(reply.strip(), ())
    try:
        found = json.loads(text, object_pairs_hook=_unique)
    except _Twice as error:
        raise BadReply("The object has a key twice.") from error
    except (ValueError, RecursionError):
        return None, ()
    return (found, forgiven) if isinstance(found, dict) else (None, ())


def read_list(reply: str, key: str) -> Read[list[Any]]:
    """Return the list under a key of the first balanced object that has this key.

    Raise BadReply if there is none, and if words follow the object, which may revoke
    its content.
    """
    place = -1
    for _ in range(MOST_STARTS):
        place = reply.find("{", place + 1)
        if place < 0:
            break
        try:
            found, end = _DECODER.raw_decode(reply, place)
        except (ValueError, RecursionError):
            continue
        if key in found:
            return _read(reply, found[key], place, end)
    raise BadReply(f"The reply has no JSON object with {key!r}: {reply[:80]!r}.")


def _read(reply: str, found: object, start: int, end: int) -> Read[list[Any]]:
    if not isinstance(found, list):
        raise BadReply(f"The reply has no list, but {found!r:.80}.")
    if not _AFTER.fullmatch(reply, end):
        raise BadReply(f"Words follow the answer: {reply[end:][:80]!r}.")
    before = reply[:start]
    words = (WORDS_BEFORE,) * bool(before.replace("json", "").strip(" \t\r\n`"))
    return Read(found, ((FENCED,) if "```" in before else ()) + words)
