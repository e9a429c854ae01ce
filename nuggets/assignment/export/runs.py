"""Assignments going out, one file a run, as nuggetizer's metrics read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assess.exchange.exports.names import file_stems
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from nuggets.assignment.export.assigned import Assigned, assigned
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.parts import JUDGE
from nuggets.banks.parts import BANK, described_bank
from runs.kernel.formats.assignments import AssignedNugget, AssignmentRow
from runs.kernel.formats.writers import write_assignments
from runs.models import Response

UNLABELLED = Option(
    "unlabelled",
    "Nuggets without a label",
    (
        ("stop", "stop the export and list their topics"),
        ("not_support", "write them as not_support"),
    ),
)


def make_assignments(wanted: Wanted) -> Export:
    """Return a file for each run that the judge labelled, with every nugget's label.

    The nuggets are those that scores rest on. Raise CannotExport with the topics on
    which a response of these runs has an unlabelled nugget, unless these are to be
    written as not_support.
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
