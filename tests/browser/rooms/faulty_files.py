"""Files with one fault each, and the finding that the import's page must show.

They are for a track of the two topics TOPICS.
"""

from __future__ import annotations

from typing import NamedTuple

TOPICS = ("301", "302")


class Faulty(NamedTuple):
    """A file, the kind chosen for it, and the finding: message, line, details."""

    kind: str
    content: bytes
    says: str
    line: int
    details: str


def ranked(*rows: tuple[str, str]) -> bytes:
    """Return a run's lines: topic and score, each with a document of its own."""
    docid = "msmarco_v2.1_doc_07_{0}#0_{0}"
    return "".join(
        f"{topic} Q0 {docid.format(place)} 1 {score} tag\n"
        for place, (topic, score) in enumerate(rows, start=1)
    ).encode()


GOOD = (("301", "9"), ("302", "8"))
FAULTY = {
    "an unknown topic": Faulty(
        "run",
        ranked(*GOOD, ("999", "7")),
        "This topic is not in the track.",
        3,
        "topic found '999'",
    ),
    "a NaN score": Faulty(
        "run",
        ranked(GOOD[0], ("302", "NaN")),
        "A score must be a finite number.",
        2,
        "score found 'NaN'",
    ),
    "a missing topic": Faulty(
        "run", ranked(GOOD[0]), "The file ends without this topic.", 1, "expected 302"
    ),
    "a duplicate topic": Faulty(
        "topics",
        b'{"id": "401", "title": "Ice?"}\n{"id": "401", "title": "Snow?"}\n',
        "This topic occurs twice in the file.",
        2,
        "found '401'",
    ),
    "bad UTF-8": Faulty(
        "run", ranked(*GOOD) + b"301 Q0 \xff 2 1 tag\n", "UTF-8", 3, "found byte 0xff"
    ),
}
