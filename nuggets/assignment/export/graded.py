"""Labelled responses as the rubric workbench's graded passages.

A response is one passage, at rank 1 of its run; a nugget is one of its test points, and
counts as answered where it is supported. So EXAM-Cover is A_strict, and with a minimum
rating of 1 it counts partial support too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from nuggets.assignment.export.assigned import Assigned, assigned
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.parts import JUDGE
from nuggets.banks.export.rubric import nugget_id
from nuggets.banks.parts import BANK, described_bank
from nuggets.models import Listing
from runs.models import Response, Subnarrative

RATING = {"support": 2, "partial_support": 1, "not_support": 0}
Facets = dict[int | None, str]


def make_graded(wanted: Wanted) -> Export:
    """Return each topic's labelled responses; a nugget without a label is left out."""
    found = assigned(wanted)
    parts = Subnarrative.objects.filter(topic__track=wanted.track)
    facets: Facets = {pk: str(uuid) for pk, uuid in parts.values_list("pk", "uuid")}
    lines = _lines(found, facets, wanted.parts["judge"].name)
    notes = {
        "judge": described(wanted.parts["judge"]),
        "bank": described_bank(wanted.parts["bank"], wanted.named()),
    }
    left_out = found.left_out("unjudged, so no test point of their response")
    return Export(iter([ExportFile("responses.jsonl.gz", lines)]), notes, left_out)


def _lines(found: Assigned, facets: Facets, judge: str) -> Iterator[str]:
    by_topic: dict[str, list[Response]] = defaultdict(list)
    for response in found.all_responses():
        by_topic[response.topic.name].append(response)
    for topic in sorted(by_topic):
        rows = [_passage(each, found, facets, judge) for each in by_topic[topic]]
        yield json_line([topic, rows])


def _passage(
    response: Response, found: Assigned, facets: Facets, judge: str
) -> dict[str, Any]:
    topic, run = response.topic.name, response.run.name
    name = f"{run}/{topic}"
    ranking = {
        "method": run,
        "paragraphId": name,
        "queryId": topic,
        "rank": 1,
        "score": 1.0,
    }
    passage: dict[str, Any] = {
        "paragraph_id": name,
        "text": response.text,
        "paragraph": None,
        "paragraph_data": {"judgments": [], "rankings": [ranking]},
    }
    ratings = _ratings(response, found.lists[response.topic_id], found, facets)
    if ratings:
        passage["exam_grades"] = [_grades(ratings, judge)]
    return passage


def _ratings(
    response: Response, rows: list[Listing], found: Assigned, facets: Facets
) -> dict[str, int]:
    labels = ((row, found.labels.get((row.nugget_id, response.pk))) for row in rows)
    topic = response.topic.name
    return {
        nugget_id(topic, facets.get(row.subnarrative_id), str(row.nugget.uuid)): RATING[
            label
        ]
        for row, label in labels
        if label
    }


def _grades(ratings: dict[str, int], judge: str) -> dict[str, Any]:
    right = [name for name, rating in ratings.items() if rating == RATING["support"]]
    wrong = [name for name in ratings if name not in set(right)]
    return {
        "correctAnswered": right,
        "wrongAnswered": wrong,
        "answers": [[name, str(rating)] for name, rating in ratings.items()],
        "llm": judge,
        "llm_options": {},
        "exam_ratio": len(right) / len(ratings),
        "prompt_info": {"prompt_class": "assignment", "is_self_rated": True},
        "self_ratings": [
            {"nugget_id": name, "self_rating": rating}
            for name, rating in ratings.items()
        ],
        "prompt_type": "nugget",
    }


GRADED = register(
    Exporter(
        name="graded-responses",
        title="Graded responses",
        says="Labelled responses as graded passages, each nugget answered or not.",
        parts=(BANK, JUDGE),
        make=make_graded,
        kind=ASSIGNMENT.name,
        reader="the rubric workbench (EXAM, RUBRIC)",
    )
)
