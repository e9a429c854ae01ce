"""Exports of assignments: nuggetizer's files, graded responses, label rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.names import file_stems
from assess.exchange.exports.parts import described
from assess.exchange.exports.passages import passage
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.responses import JUDGE, Assigned, assigned
from nuggets.banks.exporter.rubric import nugget_id
from nuggets.banks.parts import BANK, described_bank
from nuggets.models import Listing
from runs.kernel.formats.assignments import AssignedNugget, AssignmentRow
from runs.kernel.formats.writers import write_assignments
from runs.models import Response, Subnarrative

UNLABELLED = Option(
    "unlabelled",
    "Nuggets without a label",
    (
        ("stop", "stop the export and list their topics"),
        ("not_support", "write them as not_support"),
    ),
)


def make_assignments(wanted: Wanted) -> Export:
    """Return one file for each run that the judge labelled, with all nuggets' labels.

    The nuggets are those of the scores. Raise CannotExport with the topics on which a
    response of these runs has an unlabelled nugget, unless these are to be written as
    not_support.
    """
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    found = assigned(wanted)
    open_topics = {
        topic: f"{count} nuggets without a label on {responses} responses"
        for topic, (count, responses) in found.unlabelled().items()
    }
    if open_topics and wanted.option(UNLABELLED) == "stop":
        raise CannotExport(
            f"{judge} has not labelled every nugget of {bank}. Finish these topics, "
            "leave them out, or choose to write the gaps as not_support:",
            [f"topic {topic}: {said}" for topic, said in open_topics.items()],
        )
    notes = {
        "judge": described(judge),
        "bank": described_bank(bank, wanted.named()),
        "runs": _facts(wanted, found),
        "unlabelled": open_topics,
    }
    return Export(_files(found), notes, found.left_out("written as not_support"))


def _facts(wanted: Wanted, found: Assigned) -> list[dict[str, Any]]:
    names = dict(wanted.track.topics.values_list("pk", "name"))
    asked = {names[topic] for topic in found.lists}
    files = file_names([run.name for run in found.responses])
    return [
        {
            "run": run.name,
            "file": files[run.name],
            "topics": len(rows),
            "unanswered": sorted(asked.difference(row.topic.name for row in rows)),
        }
        for run, rows in found.responses.items()
    ]


def _files(found: Assigned) -> Iterator[ExportFile]:
    names = file_names([run.name for run in found.responses])
    for run, rows in found.responses.items():
        lines = write_assignments(
            (_row(row, found) for row in rows), unlabelled="not_support"
        )
        yield ExportFile(names[run.name], lines)


def _row(response: Response, found: Assigned) -> AssignmentRow:
    return AssignmentRow(
        line=0,
        topic=response.topic.name,
        text=response.topic.text,
        run_tag=response.run.name,
        answer=response.text,
        words=response.words,
        nuggets=tuple(
            AssignedNugget(
                row.nugget.text,
                row.importance,
                found.labels.get((row.nugget_id, response.pk), ""),
            )
            for row in found.lists[response.topic_id]
        ),
    )


def file_names(tags: Sequence[str]) -> dict[str, str]:
    """Return the name of each run's file, by its tag."""
    return {tag: f"{stem}.jsonl" for tag, stem in file_stems(tags).items()}


ASSIGNMENTS = register(
    Exporter(
        name="assignments",
        title="Assignments",
        says="Every nugget’s label, one file a run: nuggetizer’s metrics average every "
        "row of a file and know no run.",
        parts=(BANK, JUDGE),
        make=make_assignments,
        options=(UNLABELLED,),
        kind=ASSIGNMENT.name,
        folder=True,
        reader="nuggetizer",
    )
)


RATING = {"support": 2, "partial_support": 1, "not_support": 0}


Facets = dict[int | None, str]


def make_graded(wanted: Wanted) -> Export:
    """Return each topic's labelled responses; unlabelled nuggets are omitted."""
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
    row = passage(name, response.text, judgments=[], rankings=[ranking])
    ratings = _ratings(response, found.lists[response.topic_id], found, facets)
    if ratings:
        row["exam_grades"] = [_grades(ratings, judge)]
    return row


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


ASSIGNMENT_LABELS = export_labels(
    ASSIGNMENT,
    {
        "topic": "response__topic__name",
        "run": "response__run__name",
        "nugget": "nugget__uuid",
        "text": "nugget__text",
    },
)
