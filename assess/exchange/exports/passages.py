"""Passages in the format of the rubric workbench: text, judgments and rankings.

A line of a file is [topic, passages].
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from runs.models import RankedList, Topic

Ranking = dict[str, Any]


def passage(
    name: str, text: str, *, judgments: list[Any], rankings: list[Ranking]
) -> dict[str, Any]:
    """Return one passage by its name, `paragraph_id`."""
    ranked = [{**each, "paragraphId": name} for each in rankings]
    return {
        "paragraph_id": name,
        "text": text,
        "paragraph": None,
        "paragraph_data": {"judgments": judgments, "rankings": ranked},
    }


def rankings_of(topic: Topic, segments: Collection[int]) -> dict[int, list[Ranking]]:
    """Return the ranks of a topic's segments by run, runs in order of tags."""
    found: dict[int, list[Ranking]] = defaultdict(list)
    lists = RankedList.objects.visible().filter(topic=topic.pk).select_related("run")
    for row in sorted(lists, key=lambda row: row.run.name):
        places = zip(row.segment_ids, row.scores, strict=True)
        for rank, (segment, score) in enumerate(places, start=1):
            if segment in segments:
                found[segment].append(
                    {
                        "method": row.run.name,
                        "queryId": topic.name,
                        "rank": rank,
                        "score": float(score),
                    }
                )
    return found
