"""The sentences of a text, for people who go through it one by one."""

import re

_ENDS = re.compile(
    r"""
    (?P<mark>[.!?…]+)["'”’»)\]]*(?=\s)   # a mark, what closes after it, a blank
    | [。！？｡]+[”’」』）]*                  # no blank follows in these scripts
    | [؟۔।॥]+["”’»)\]]*(?=\s)
    | [\r\n]+
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘]*\Z")
_ABBREVIATIONS = """
mr. mrs. ms. dr. prof. st. jr. sr. vs. e.g. i.e. cf. al. fig. vol. pp. approx. dept.
jan. feb. apr. aug. sept. oct. nov.
"""
_ABBREVIATED = frozenset(_ABBREVIATIONS.split())
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+\Z")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each sentence in order, in code points, blanks trimmed.

    A sentence ends after . ! ? … and a blank, after the full stops of other scripts,
    and at a line break. Only white space lies between two sentences. No sentence ends
    after a common abbreviation or initials ("e.g.", "U.S.", "J.").
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _ENDS.finditer(text):
        if match["mark"] == "." and _goes_on(text, start, match.end("mark")):
            continue
        spans += _trimmed(text, start, match.end())
        start = match.end()
    return spans + _trimmed(text, start, len(text))


def _goes_on(text: str, start: int, end: int) -> bool:
    """Return whether a full stop belongs to its word, so that the sentence goes on."""
    found = _LAST_WORD.search(text, start, end)
    word = found.group() if found else ""
    return word.casefold() in _ABBREVIATED or bool(_INITIALS.fullmatch(word))


def _trimmed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return [(left, start + len(piece.rstrip()))] if left < end else []
