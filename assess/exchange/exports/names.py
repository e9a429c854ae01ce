"""Names for files and folders, from tags and names that anybody may have chosen."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

LONGEST = 120  # characters of a name in a file's name
LONGEST_WORDS = 64  # of each name in a download's name
LONGEST_TAG = 20
_APART = re.compile(r"[^\w.]+")
_NOT_IN_TAGS = re.compile(r"[^A-Za-z0-9_.-]")


def file_stems(names: Sequence[str]) -> dict[str, str]:
    """Return the file name for each name: the name itself if it is safe.

    All characters except letters, digits, space and `_.-~` are written as %XX, as is a
    full stop in front. No two are equal, not even when case is ignored.
    """
    safe = {name: _safe(name) for name in names}
    taken = Counter(stem.casefold() for stem in safe.values())
    return {
        name: stem if taken[stem.casefold()] == 1 else _marked(stem, name)
        for name, stem in safe.items()
    }


def _safe(name: str) -> str:
    safe = quote(name, safe=" ")
    if safe.startswith("."):
        safe = f"%2E{safe[1:]}"
    return safe if len(safe) <= LONGEST else _marked(safe, name)


def _marked(stem: str, name: str) -> str:
    return f"{stem[:LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def saved_as(*names: str) -> str:
    """Return names as the name of one download, joined by hyphens.

    Each is reduced to its letters and digits in any script, `_` and `.`, at most 64
    characters, with hyphens for everything between.
    """
    words = (_APART.sub("-", name)[:LONGEST_WORDS].strip("-.") for name in names)
    return "-".join(word for word in words if word)


def run_tag(name: str) -> str:
    """Return a name as a run tag that submission systems accept.

    At most 20 of A-Z a-z 0-9 _ . -, not starting with a full stop; others become _.
    """
    tag = _NOT_IN_TAGS.sub("_", name).lstrip(".")
    return tag[:LONGEST_TAG] or "judge"
