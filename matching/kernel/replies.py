"""Read a model's yes or no."""

from __future__ import annotations

import re

from llm.kernel.reply import SPELLING, BadReply, Read

WORDS_BESIDE = "words other than yes or no"

_LETTERS = re.compile(r"[^\W\d_]+")


def read_first_yes_no(reply: str) -> Read[bool]:
    """Return whether the first yes or no of a reply is yes; raise BadReply for none."""
    words = _LETTERS.findall(reply.casefold())
    found = next((word for word in words if word in ("yes", "no")), None)
    if found is None:
        raise BadReply(f"The reply says neither yes nor no: {reply.strip()[:80]!r}.")
    if len(words) > 1:
        return Read(found == "yes", (WORDS_BESIDE,))
    plain = reply.strip() == found
    return Read(found == "yes", () if plain else (SPELLING,))


def read_yes_no(reply: str) -> Read[bool]:
    """Return whether a reply says yes; only its letters count, in any case.

    Raise BadReply for anything but one yes or one no.
    """
    words = _LETTERS.findall(reply.casefold())
    if words not in (["yes"], ["no"]):
        raise BadReply(f"The reply is neither yes nor no: {reply.strip()[:80]!r}.")
    plain = reply.strip() in ("yes", "no")
    return Read(words == ["yes"], () if plain else (SPELLING,))
