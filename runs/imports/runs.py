"""Runs coming in: responses of AG and RAG, ranked lists of R."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from runs.imports.incoming import Incoming, Refused, Unchanged
from runs.imports.registry import labels_on
from runs.imports.responses import NewResponse, store_responses
from runs.imports.segments import name_segments
from runs.kernel.checks import Checks
from runs.kernel.ranked import RankedRow, read_ranked
from runs.kernel.responses import RunResponse, read_run_responses
from runs.models import RankedList, Response, Run, Topic

FEW = 20  # topics written between two looks at whether the job was cancelled


class Plan(NamedTuple):
    """What a run's file holds: its tag, and one row a topic."""

    tag: str
    responses: list[NewResponse]
    lists: dict[str, list[tuple[str, float]]]  # topic → docids with scores
    old: Run | None


class RunsImporter:
    """Bring in one run a file; a run of the same tag is replaced only when asked."""

    def check(self, incoming: Incoming) -> Plan:
        """Read the whole file under the track's rules."""
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        if not topics:
            raise Refused("This track has no topics yet. Import the topics first.")
        texts = {name: topic.text for name, topic in topics.items()}
        checks = incoming.track.profile.checks(texts)
        if incoming.param("task") == Run.R:
            tag, lists = _read_lists(incoming, checks)
            responses: list[NewResponse] = []
        else:
            lists = {}
            tag, responses = _read_answers(incoming, checks, topics)
        incoming.report.raise_if_errors()
        plan = Plan(tag, responses, lists, _run_named(incoming, tag))
        if plan.old:
            _compare(incoming, plan, plan.old)
        return plan

    def write(self, incoming: Incoming, plan: Plan) -> dict[str, int]:
        """Store the run, unseen, a few topics at a time."""
        run = Run.objects.create(
            track=incoming.track,
            name=plan.tag,
            group=incoming.param("group"),
            task=incoming.param("task"),
            type=incoming.param("type") or Run.AUTOMATIC,
            priority=incoming.row.params.get("priority"),
            source=incoming.row,
        )
        kept = _kept(plan)
        fresh = [new for new in plan.responses if new.topic.pk not in kept]
        for start in range(0, len(fresh), FEW):
            store_responses(run, fresh[start : start + FEW])
            incoming.step(start, len(fresh), "writing responses")
        _store_lists(incoming, run, plan)
        return {"topics": len(plan.responses) or len(plan.lists), "kept": len(kept)}

    def land(self, incoming: Incoming, plan: Plan) -> None:
        """Show the run; where it replaces one, equal responses keep their labels."""
        now = timezone.now()
        run = Run.objects.get(source=incoming.row, landed_at=None)
        if plan.old:
            Run.objects.filter(pk=plan.old.pk).update(deleted_at=now)
            kept = Response.objects.filter(pk__in=_kept(plan).values())
            kept.update(run=run)
            plan.old.responses.filter(deleted_at=None).update(deleted_at=now)
        Run.objects.filter(pk=run.pk).update(landed_at=now)

    def discard(self, incoming: Incoming) -> None:
        """Take back the unseen run of an interrupted import."""
        Run.objects.filter(source=incoming.row, landed_at=None).delete()


def _run_named(incoming: Incoming, tag: str) -> Run | None:
    return incoming.track.runs.visible().filter(name=tag).first()


def _read_answers(
    incoming: Incoming, checks: Checks, topics: dict[str, Topic]
) -> tuple[str, list[NewResponse]]:
    with incoming.open() as source:
        records = read_run_responses(
            source,
            incoming.row.filename,
            checks=checks,
            report=incoming.report,
            limit=incoming.limit,
        )
        tag, responses = "", []
        for record in records:
            tag = record.run_tag
            if record.topic in topics:
                responses.append(_response(record, topics[record.topic]))
    return tag, responses


def _response(record: RunResponse, topic: Topic) -> NewResponse:
    return NewResponse(
        topic=topic,
        text=" ".join(sentence.text for sentence in record.sentences),
        sentences=tuple((each.text, each.citations) for each in record.sentences),
        references=record.references,
        line=record.line,
    )


def _read_lists(
    incoming: Incoming, checks: Checks
) -> tuple[str, dict[str, list[tuple[str, float]]]]:
    lists: dict[str, list[tuple[str, float]]] = {}
    tag = ""
    with incoming.open() as source:
        rows: Iterator[RankedRow] = read_ranked(
            source,
            incoming.row.filename,
            checks=checks,
            report=incoming.report,
            limit=incoming.limit,
        )
        for topic, group in groupby(rows, key=attrgetter("topic")):
            ranked = lists.setdefault(topic, [])
            for row in group:
                tag = row.run_tag
                ranked.append((row.docid, row.score))
    return tag, {topic: ranked[: checks.depth] for topic, ranked in lists.items()}


def _store_lists(incoming: Incoming, run: Run, plan: Plan) -> None:
    if not plan.lists:
        return
    docids = {docid for ranked in plan.lists.values() for docid, _ in ranked}
    segments = name_segments(incoming.track, docids)
    topics = dict(incoming.track.topics.values_list("name", "pk"))
    RankedList.objects.bulk_create(
        (
            RankedList(
                run=run,
                topic_id=topics[name],
                segment_ids=[segments[docid] for docid, _ in ranked],
                scores=[score for _, score in ranked],
            )
            for name, ranked in plan.lists.items()
        ),
        batch_size=100,
    )


def _kept(plan: Plan) -> dict[int, int]:
    """Return topic → response for the old responses that the new file repeats."""
    if plan.old is None:
        return {}
    digests = {new.topic.pk: new.digest for new in plan.responses}
    old = plan.old.responses.filter(deleted_at=None).values_list(
        "topic_id", "pk", "digest"
    )
    return {topic: pk for topic, pk, digest in old if digests.get(topic) == digest}


def _compare(incoming: Incoming, plan: Plan, old: Run) -> None:
    """Raise Unchanged for the same content, Refused for another without `replace`."""
    if _same_file(incoming, old):
        raise Unchanged
    if incoming.flag("replace"):
        return
    kept = set(_kept(plan).values())
    gone = old.responses.filter(deleted_at=None).exclude(pk__in=kept)
    labels = labels_on(gone.values_list("pk", flat=True))
    raise Refused(
        f"Run {old.name} is in already with other content: {gone.count()} of its "
        f"responses would be put away, with {say_labels(labels)}. Choose “replace” "
        "to do so; equal responses keep their labels."
    )


def _same_file(incoming: Incoming, old: Run) -> bool:
    source = old.source
    asked = {"task": old.task, "group": old.group, "type": old.type}
    return (
        source is not None
        and source.sha256 == incoming.row.sha256
        and all(incoming.param(name) in {value, ""} for name, value in asked.items())
    )


def say_labels(labels: dict[str, int]) -> str:
    """Return "12 assignment and 3 support labels", or "no labels"."""
    if not labels:
        return "no labels"
    return (
        " and ".join(f"{number} {kind}" for kind, number in labels.items()) + " labels"
    )
