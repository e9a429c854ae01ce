"""Compare every label, job and call with what the server confirmed to people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assess.judging.kinds import Kind, get_kind
from assess.judging.models import Change, Judge
from assess.kinds.relevance.models import RelevanceLabel
from bench.campaign.topics import KINDS
from bench.cluster.outbox import Kept
from jobs.models import UNFINISHED, Job, JobFailure, JobState
from llm.models import Call, CallState
from runs.models import Import
from runs.uploads import is_stored

Qrels = Mapping[str, Mapping[tuple[str, str], str]]


class Labels(NamedTuple):
    """Labels that differ from the confirmed ones, in words."""

    lost: list[str]
    doubled: list[str]
    wrong: list[str]


class Row(NamedTuple):
    """A change, and its label after it."""

    key: str
    person: str
    value: str
    version: int
    label: tuple[str, int]


def reckon_labels(kept: Sequence[Kept], unanswered: Iterable[str]) -> Labels:
    """Compare the people's labels in the database with the confirmed ones."""
    found = Labels([], [], [])
    people = {one.person for one in kept}
    columns = ("key", "actor__uuid", "after", "version", "kind", "label_id")
    changes = Change.objects.filter(actor__uuid__in=people).values_list(*columns)
    rows: dict[str, list[Row]] = defaultdict(list)
    for key, person, value, version, kind, label in changes:
        row = Row(str(key), str(person), value, version, (kind, label))
        rows[row.key].append(row)
    stands = {name: _standing(get_kind(name), people) for name in KINDS}
    for one in kept:
        _hold(one, rows.pop(one.key, []), stands[one.kind], found)
    for key in unanswered:
        rows.pop(key, None)
    found.doubled.extend(f"nobody was told of {row}" for row in rows.values())
    found.wrong.extend(_not_the_last(kept, stands))
    for name in KINDS:
        found.doubled.extend(_twice(get_kind(name), people))
    return found


class Standing(NamedTuple):
    """The current state of a label."""

    value: str
    version: int
    item: frozenset[str]


def _standing(kind: Kind, people: Iterable[str]) -> dict[int, Standing]:
    items = [f"{name}__uuid" for name in kind.item]
    labels = kind.model.objects.filter(judge__user__uuid__in=people)
    return {
        pk: Standing(value, version, frozenset(map(str, uuids)))
        for pk, value, version, *uuids in labels.values_list(
            "pk", "value", "version", *items
        )
    }


def _hold(
    one: Kept, rows: Sequence[Row], stands: Mapping[int, Standing], found: Labels
) -> None:
    if not rows or rows[0].label[1] not in stands:
        found.lost.append(str(one))
        return
    if len(rows) > 1:
        found.doubled.append(str(one))
    row = rows[0]
    said = (one.person, one.value, one.version, one.kind)
    if (row.person, row.value, row.version, row.label[0]) != said:
        found.wrong.append(f"{one} is {row}")
    elif not one.item <= stands[row.label[1]].item:
        found.wrong.append(f"{one} is on another item")


def _not_the_last(
    kept: Sequence[Kept], stands: Mapping[str, Mapping[int, Standing]]
) -> Iterator[str]:
    """Yield the labels that differ from their last change."""
    last: dict[tuple[int, str], tuple[int, str]] = {}
    rows = Change.objects.filter(actor__uuid__in={one.person for one in kept})
    for label, kind, version, value in rows.values_list(
        "label_id", "kind", "version", "after"
    ):
        last[label, kind] = max(last.get((label, kind), (0, "")), (version, value))
    for (label, kind), (version, value) in last.items():
        stand = stands[kind].get(label)
        if stand is None or (stand.version, stand.value) != (version, value):
            yield f"{kind} label {label} is {stand}, not {value} ({version})"


def _twice(kind: Kind, people: Iterable[str]) -> Iterator[str]:
    """Yield the items that have two labels of one person."""
    labels = kind.model.objects.filter(judge__user__uuid__in=people)
    rows = Counter(labels.values_list("judge_id", *kind.columns))
    yield from (f"{kind.name} of {row}" for row, count in rows.items() if count > 1)


class Jobs(NamedTuple):
    """How the jobs ended, and errors in their results, in words."""

    ended: int
    failed: list[str]
    stuck: list[str]
    doubled: int  # more than were requested
    never: int  # fewer
    wrong: list[str]
    items_failed: int


def reckon_jobs(asked: Mapping[str, int], qrels: Qrels) -> Jobs:
    """Compare the jobs and their results with the organizer's requests."""
    ended = Job.objects.filter(state=JobState.DONE).count()
    failed = Job.objects.filter(state__in=(JobState.FAILED, JobState.CANCELLED))
    stuck = Job.objects.filter(state__in=UNFINISHED)
    wanted = sum(asked.values())
    made = Job.objects.count()
    return Jobs(
        ended,
        [f"{job.title}: {job.error}" for job in failed],
        [f"{job.title}: {job.state} {job.message}" for job in stuck],
        max(0, made - wanted),
        max(0, wanted - made),
        [*_wrong_imports(qrels), *_wrong_judgments(), *_wrong_archives()],
        JobFailure.objects.count(),
    )


def _wrong_imports(qrels: Qrels) -> Iterator[str]:
    """Yield the imports whose labels differ from those of their file, each once."""
    landed = Counter(
        Import.objects.filter(state=Import.LANDED).values_list("filename", flat=True)
    )
    for name, rows in qrels.items():
        labels = RelevanceLabel.objects.filter(judge__name=name)
        found = {
            (topic, docid): value
            for topic, docid, value in labels.values_list(
                "topic__name",  # type: ignore[misc]
                "segment__docid",
                "value",
            )
        }
        changes = Change.objects.filter(judge__name=name).count()
        if found != rows or changes != len(rows):
            yield f"{name}: {len(found)} labels, {changes} changes of {len(rows)}"
        if landed[f"{name}.txt"] != 1:
            yield f"{name}: landed {landed[f'{name}.txt']} times"


def _wrong_judgments() -> Iterator[str]:
    """Yield the model judges with different numbers of changes and labels."""
    for judge in Judge.objects.filter(kind=Judge.MODEL):
        labels = sum(
            get_kind(name).model.objects.filter(judge=judge).count() for name in KINDS
        )
        changes = Change.objects.filter(judge=judge).count()
        if labels != changes:
            yield f"{judge}: {labels} labels by {changes} changes"


def _wrong_archives() -> Iterator[str]:
    """Yield the archives whose file is not stored."""
    for job in Job.objects.filter(state=JobState.DONE, kind="archive"):
        if not is_stored(str(job.result.get("sha256"))):
            yield f"{job.title}: its file is not stored"


class Calls(NamedTuple):
    """The calls of the model."""

    paid: int
    twice: int  # paid although the same was answered before
    lost: int  # in the ledger: the process died or the connection broke


def reckon_calls(paid: Mapping[str, int]) -> Calls:
    """Count the answered calls by their request."""
    lost = (CallState.INTERRUPTED, CallState.FAILED, CallState.STARTED)
    return Calls(
        sum(paid.values()),
        sum(paid.values()) - len(paid),
        Call.objects.filter(state__in=lost).count(),
    )
