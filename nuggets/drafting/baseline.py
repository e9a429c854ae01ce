"""A topic drafted by the extractive baseline, with exact spans in the segments."""

from __future__ import annotations

from assess.judging.machine.baselines import Baseline, register_baseline
from nuggets.banks.actions import SegmentSpan
from nuggets.drafting.draft import Drafted, in_order
from nuggets.drafting.passages import Need
from nuggets.kernel import extract
from nuggets.kernel.extract import Extracted, extract_nuggets

EXTRACTIVE = register_baseline(
    Baseline(
        "extractive",
        "Extractive drafter",
        "drafts nuggets",
        "Takes the most telling clauses of the relevant segments, word for word.",
    )
)


def draft_by_rule(need: Need) -> list[Drafted]:
    """Return a topic's nuggets, vital first."""
    parts = [part.text for part in need.parts or ()]
    found = extract_nuggets(
        need.topic.text,
        [extract.Source(each.text, max(1, each.grade)) for each in need.passages],
        subnarratives=parts,
        most=need.rules.create,
        most_words=need.rules.words,
    )
    return in_order(
        [
            _drafted(need, one, parts, rank=rank)
            for rank, one in enumerate(found, start=1)
        ]
    )


def _drafted(need: Need, found: Extracted, parts: list[str], *, rank: int) -> Drafted:
    return Drafted(
        text=found.text,
        importance=found.importance,
        rank=rank,
        part="" if found.subnarrative is None else parts[found.subnarrative],
        sources=tuple(
            SegmentSpan(need.passages[span.segment].segment, span.start, span.end)
            for span in found.spans
        ),
    )
