"""The paragraphs of a long text that are likely to answer a need."""

import re

from assess.judging.kernel.words import content_stems

LONG = 3_000  # code points: less is read at a glance
_PARAGRAPH = re.compile(r"[^\r\n]+")


def likely_starts(text: str, need: str) -> list[int]:
    """Return where the likely paragraphs begin, in code points, the likeliest first.

    These share a word with the need, in any of its forms; the more different words,
    the likelier, and the earlier of equal ones comes first. None for a text that is
    short, or of one paragraph.
    """
    if len(text) < LONG:
        return []
    wanted = {*content_stems(need)}
    found = [
        (len(wanted.intersection(content_stems(each.group()))), each.start())
        for each in _PARAGRAPH.finditer(text)
    ]
    likely = sorted((-shared, start) for shared, start in found if shared)
    return [start for _shared, start in likely] if len(found) > 1 else []
