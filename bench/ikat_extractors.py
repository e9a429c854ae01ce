"""Measure the offline extractors on the nuggets that people marked in iKAT 2024.

Run from the project's root: python -m bench.ikat_extractors [DATA]
DATA is the folder with ikat-2024/ in it (default: $ASSAY_DATA, else ../shared/data).
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assess.judging.kernel.sentences import sentences
from matching.kernel.spans import Found, Span, place_span
from nuggets.kernel.extract import Source, extract_nuggets

ROOT = Path(__file__).resolve().parent.parent
HALF = 0.5

Place = tuple[int, int]


class Answer(NamedTuple):
    """A gold answer: its turn's utterance, its text, the nuggets that people marked."""

    utterance: str
    text: str
    marked: tuple[Span, ...]

    @property
    def places(self) -> list[Place]:
        """The places of the marked nuggets that the text contains."""
        return placed(self.marked)


class Quality(NamedTuple):
    """Extracted nuggets compared with marked ones, over all answers; None: undefined.

    A nugget is hit where one of the other side has at least half of their joint
    characters.
    """

    extracted: int
    marked: int
    precision: float | None
    recall: float | None


def read_answers(data: Path) -> Iterator[Answer]:
    """Yield the gold answers in which people marked nuggets, in file order."""
    utterances = {
        f"{topic['number']}_{turn['turn_id']}": turn["resolved_utterance"]
        for topic in json.loads((data / "topics.json").read_text())
        for turn in topic["turns"]
    }
    gold = json.loads((data / "gold_response_and_nuggets_human.json").read_text())
    for turn, found in gold.items():
        text, texts = found["manual"]["response"], found["manual"]["nuggets"]["matched"]
        if text and texts:
            marked = tuple(place_span(each, text) for each in texts)
            yield Answer(utterances[turn], text, marked)


def placed(spans: Sequence[Span]) -> list[Place]:
    """Return the distinct places of the spans that were found, in order."""
    places = {
        (span.start, span.end)
        for span in spans
        if span.start is not None and span.end is not None
    }
    return sorted(places)


def by_sentences(answer: Answer) -> list[Place]:
    """Return the places that the baseline "sentences" extracts."""
    return [(start, end) for start, end in sentences(answer.text)]


def by_clauses(answer: Answer) -> list[Place]:
    """Return the places that the baseline "extractive" drafts from the answer alone."""
    found = extract_nuggets(answer.utterance, [Source(answer.text)])
    return sorted({(each.spans[0].start, each.spans[0].end) for each in found})


EXTRACTORS = {"sentences": by_sentences, "extractive": by_clauses}


def joint_share(one: Place, other: Place) -> float:
    """Return the characters in both places as a share of those in either."""
    both = max(0, min(one[1], other[1]) - max(one[0], other[0]))
    either = (one[1] - one[0]) + (other[1] - other[0]) - both
    return both / either if either else 0.0


def hits(places: Sequence[Place], others: Sequence[Place]) -> int:
    """Return how many places have at least half of their characters with another."""
    return sum(
        any(joint_share(place, other) >= HALF for other in others) for place in places
    )


def compare(pairs: Sequence[tuple[Sequence[Place], Sequence[Place]]]) -> Quality:
    """Compare each answer's extracted places with its marked ones."""
    extracted = sum(len(found) for found, _ in pairs)
    marked = sum(len(gold) for _, gold in pairs)
    right = sum(hits(found, gold) for found, gold in pairs)
    held = sum(hits(gold, found) for found, gold in pairs)
    return Quality(
        extracted,
        marked,
        right / extracted if extracted else None,
        held / marked if marked else None,
    )


def count_found(answers: Sequence[Answer]) -> Mapping[Found, int]:
    """Count the marked nuggets by how their answers contain them."""
    return Counter(span.found for answer in answers for span in answer.marked)


def main() -> None:
    """Print the figures of each extractor."""
    default = os.environ.get("ASSAY_DATA", str(ROOT.parent / "shared" / "data"))
    data = Path(sys.argv[1] if len(sys.argv) > 1 else default) / "ikat-2024"
    answers = list(read_answers(data))
    print(f"{len(answers)} answers; marked nuggets {dict(count_found(answers))}")
    for name, extract in EXTRACTORS.items():
        found = compare([(extract(each), each.places) for each in answers])
        shares = [
            f"{label} {'undefined' if value is None else f'{value:.3f}'}"
            for label, value in (
                ("precision", found.precision),
                ("recall", found.recall),
            )
        ]
        print(f"  {name:<12} {found.extracted} extracted  {'  '.join(shares)}")


if __name__ == "__main__":
    main()
