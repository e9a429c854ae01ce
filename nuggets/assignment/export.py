"""Assignments going out, one file a run, as nuggetizer's metrics read them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from assess.exports.naming import file_stems
from assess.exports.parts import described
from assess.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from assess.reading.labels import labels_of
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.assignment.parts import JUDGE
from nuggets.banks.parts import BANK, described_bank
from nuggets.banks.scored import scored_listings
from nuggets.models import Listing
from runs.kernel.assignments import AssignedNugget, AssignmentRow
from runs.kernel.writers import write_assignments
from runs.models import Response, Run, Topic

UNLABELLED = Option(
    "unlabelled",
    "Nuggets without a label",
    (
        ("stop", "stop the export and list their topics"),
        ("not_support", "write them as not_support"),
    ),
)

Labels = Mapping[tuple[int, ...], str]
Lists = dict[int, list[Listing]]


def make_assignments(wanted: Wanted) -> Export:
    """Return a file for each run that the judge labelled, with every nugget's label.

    The nuggets are those that scores rest on. Raise CannotExport with the topics on
    which a response of these runs has an unlabelled nugget, unless these are to be
    written as not_support.
    """
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    lists = scored_listings(bank)
    if wanted.topics is not None:
        asked = {topic.pk for topic in wanted.topics}
        lists = {topic: rows for topic, rows in lists.items() if topic in asked}
    labels = labels_of(judge, ASSIGNMENT, where=_of(lists))
    responses = _responses(wanted, lists)
    open_topics = _check(responses, lists, labels)
    if open_topics and wanted.option(UNLABELLED) == "stop":
        raise CannotExport(
            f"{judge} has not labelled every nugget of {bank}. Still open:",
            [f"topic {topic}: {said}" for topic, said in open_topics.items()],
        )
    notes = {
        "judge": described(judge),
        "bank": described_bank(bank, wanted.named()),
        "runs": _facts(wanted, responses, lists),
        "unlabelled": open_topics,
    }
    return Export(_files(responses, lists, labels), notes)


def _of(lists: Lists) -> Q:
    topics = Topic.objects.filter(pk__in=list(lists))
    return Q(nugget__topic__in=topics)


def _responses(wanted: Wanted, lists: Lists) -> dict[Run, list[Response]]:
    """Return the responses to the topics by run, both in the order of code points."""
    rows = (
        Response.objects.visible()
        .filter(run__track=wanted.track, topic__in=list(lists))
        .select_related("run", "topic")
    )
    by_run: dict[Run, list[Response]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.run.name, row.topic.name)):
        by_run[row.run].append(row)
    return by_run


def _check(
    responses: dict[Run, list[Response]], lists: Lists, labels: Labels
) -> dict[str, str]:
    """Drop the runs without any label; return what is open, by topic's name."""
    listed = {row.nugget_id for rows in lists.values() for row in rows}
    judged = {response for nugget, response in labels if nugget in listed}
    for run in list(responses):
        if not any(response.pk in judged for response in responses[run]):
            del responses[run]
    if not responses:
        raise CannotExport("The judge labelled no response with this bank.")
    missing: dict[str, list[int]] = defaultdict(list)
    for response in (each for rows in responses.values() for each in rows):
        rows = lists[response.topic_id]
        count = sum((row.nugget_id, response.pk) not in labels for row in rows)
        if count:
            missing[response.topic.name].append(count)
    return {
        topic: f"{sum(counts)} nuggets without a label on {len(counts)} responses"
        for topic, counts in sorted(missing.items())
    }


def _facts(
    wanted: Wanted, responses: dict[Run, list[Response]], lists: Lists
) -> list[dict[str, Any]]:
    names = dict(wanted.track.topics.values_list("pk", "name"))
    asked = {names[topic] for topic in lists}
    files = file_names([run.name for run in responses])
    return [
        {
            "run": run.name,
            "file": files[run.name],
            "topics": len(rows),
            "unanswered": sorted(asked.difference(row.topic.name for row in rows)),
        }
        for run, rows in responses.items()
    ]


def _files(
    responses: dict[Run, list[Response]], lists: Lists, labels: Labels
) -> Iterator[ExportFile]:
    names = file_names([run.name for run in responses])
    for run, rows in responses.items():
        lines = write_assignments(
            (_row(row, lists[row.topic_id], labels) for row in rows),
            unlabelled="not_support",
        )
        yield ExportFile(names[run.name], lines)


def _row(
    response: Response, listings: Sequence[Listing], labels: Labels
) -> AssignmentRow:
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
                labels.get((row.nugget_id, response.pk), ""),
            )
            for row in listings
        ),
    )


def file_names(tags: Sequence[str]) -> dict[str, str]:
    """Return the name of each run's file, by its tag."""
    return {tag: f"{stem}.jsonl" for tag, stem in file_stems(tags).items()}


ASSIGNMENTS = register(
    Exporter(
        name="assignments",
        title="Assignments",
        says="Every nugget's label, one file a run: nuggetizer's metrics average every "
        "row of a file and know no run.",
        suffix="zip",
        parts=(BANK, JUDGE),
        make=make_assignments,
        options=(UNLABELLED,),
        kind=ASSIGNMENT.name,
        folder=True,
    )
)
