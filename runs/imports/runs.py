"""Runs coming in: responses of AG and RAG, ranked lists of R."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from django.utils import timezone

from runs.imports.incoming import (
    LONGEST_DOCID,
    LONGEST_TAG,
    Incoming,
    Refused,
    Unchanged,
)
from runs.imports.registry import labels_on, say_labels
from runs.imports.responses import NewResponse, store_responses
from runs.imports.segments import name_segments
from runs.kernel.checks import Checks
from runs.kernel.ranked import read_ranked
from runs.kernel.responses import RunResponse, read_run_responses
from runs.models import RankedList, Response, Run, Topic

FEW = 20  # topics written between two looks at whether the job was cancelled

Lists = dict[str, dict[str, float]]  # topic → docid → score, best first


class Plan(NamedTuple):
    """What a run's file holds: its tag, and one row a topic.

    `kept` names, by topic, the responses of `old` that the file repeats.
    """

    tag: str
    responses: list[NewResponse]
    lists: Lists
    old: Run | None
    kept: dict[int, int]


class RunsImporter:
    """Bring in one run a file; a run of the same tag is replaced only when asked."""

    def check(self, incoming: Incoming) -> Plan:
        """Read the whole file under the track's rules."""
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        if not topics:
            raise Refused("This track has no topics yet. Import the topics first.")
        texts = {name: topic.text for name, topic in topics.items()}
        checks = incoming.track.profile.checks(texts)
        lists: Lists = {}
        responses: list[NewResponse] = []
        if incoming.param("task") == Run.R:
            tag, lists = _read_lists(incoming, checks)
        else:
            tag, responses = _read_answers(incoming, checks, topics)
        incoming.note_long(None, "run", tag, LONGEST_TAG)
        incoming.report.raise_if_errors()
        old = incoming.track.runs.visible().filter(name=tag).first()
        plan = Plan(tag, responses, lists, old, _kept(responses, old))
        if old:
            _compare(incoming, plan, old)
        return plan

    def write(self, incoming: Incoming, plan: Plan) -> dict[str, int]:
        """Store the run, unseen, a few topics at a time."""
        run = Run.objects.create(
            track=incoming.track,
            name=plan.tag,
            source=incoming.row,
            **_particulars(incoming, plan.old),
        )
        fresh = [new for new in plan.responses if new.topic.pk not in plan.kept]
        for start in range(0, len(fresh), FEW):
            store_responses(run, fresh[start : start + FEW])
            done = min(start + FEW, len(fresh))
            incoming.step(done, len(fresh), "writing responses")
        _store_lists(incoming, run, plan.lists)
        counts = {"topics": len(plan.responses) or len(plan.lists)}
        return counts | ({"kept": len(plan.kept)} if plan.old else {})

    def land(self, incoming: Incoming, plan: Plan) -> None:
        """Show the run; where it replaces one, equal responses keep their labels."""
        now = timezone.now()
        run = Run.objects.get(source=incoming.row, landed_at=None)
        if plan.old:
            Run.objects.filter(pk=plan.old.pk).update(deleted_at=now)
            Response.objects.filter(pk__in=plan.kept.values()).update(run=run)
            plan.old.responses.filter(deleted_at=None).update(deleted_at=now)
        Run.objects.filter(pk=run.pk).update(landed_at=now)

    def discard(self, incoming: Incoming) -> None:
        """Take back the unseen run of an interrupted import."""
        Run.objects.filter(source=incoming.row, landed_at=None).delete()


def _particulars(incoming: Incoming, old: Run | None) -> dict[str, str | int | None]:
    """Return what the file does not say of the run; what is omitted stays as it is."""
    return {
        "task": incoming.param("task"),
        "group": incoming.param("group") or (old.group if old else ""),
        "type": incoming.param("type") or (old.type if old else Run.AUTOMATIC),
        "priority": incoming.row.params.get("priority")
        or (old.priority if old else None),
    }


def _read_answers(
    incoming: Incoming, checks: Checks, topics: dict[str, Topic]
) -> tuple[str, list[NewResponse]]:
    tag = ""
    responses: dict[str, NewResponse] = {}
    with incoming.open() as source:
        for record in read_run_responses(
            source,
            incoming.row.filename,
            checks=checks,
            report=incoming.report,
            limit=incoming.limit,
        ):
            tag = tag or record.run_tag
            for docid in record.references:
                incoming.note_long(record.line, "references", docid, LONGEST_DOCID)
            if record.topic in topics and record.topic not in responses:
                responses[record.topic] = _response(record, topics[record.topic])
    return tag, list(responses.values())


def _response(record: RunResponse, topic: Topic) -> NewResponse:
    return NewResponse(
        topic=topic,
        text=" ".join(sentence.text for sentence in record.sentences),
        sentences=tuple((each.text, each.citations) for each in record.sentences),
        references=record.references,
        line=record.line,
    )


def _read_lists(incoming: Incoming, checks: Checks) -> tuple[str, Lists]:
    tag = ""
    lists: Lists = {}
    with incoming.open() as source:
        for row in read_ranked(
            source,
            incoming.row.filename,
            checks=checks,
            report=incoming.report,
            limit=incoming.limit,
        ):
            tag = tag or row.run_tag
            incoming.note_long(row.line, "docid", row.docid, LONGEST_DOCID)
            if row.topic in checks.topics:
                lists.setdefault(row.topic, {}).setdefault(row.docid, row.score)
    return tag, {
        topic: dict(islice(ranked.items(), checks.depth))
        for topic, ranked in lists.items()
    }


def _store_lists(incoming: Incoming, run: Run, lists: Lists) -> None:
    if not lists:
        return
    docids = {docid for ranked in lists.values() for docid in ranked}
    segments = name_segments(incoming.track, docids)
    topics = dict(incoming.track.topics.values_list("name", "pk"))
    RankedList.objects.bulk_create(
        (
            RankedList(
                run=run,
                topic_id=topics[name],
                segment_ids=[segments[docid] for docid in ranked],
                scores=list(ranked.values()),
            )
            for name, ranked in lists.items()
        ),
        batch_size=100,
    )


def _kept(responses: list[NewResponse], old: Run | None) -> dict[int, int]:
    if old is None:
        return {}
    digests = {new.topic.pk: new.digest for new in responses}
    there = old.responses.filter(deleted_at=None)
    rows = there.values_list("topic_id", "pk", "digest")
    return {topic: pk for topic, pk, digest in rows if digests.get(topic) == digest}


def _compare(incoming: Incoming, plan: Plan, old: Run) -> None:
    """Raise Unchanged for the same content, Refused for another without `replace`."""
    other = [
        f"{name} is {getattr(old, name) or 'not given'}, this import says {value}"
        for name, value in _particulars(incoming, old).items()
        if getattr(old, name) != value
    ]
    there = old.responses.filter(deleted_at=None)
    gone = there.exclude(pk__in=plan.kept.values()).values_list("pk", flat=True)
    equal = len(plan.kept) == len(plan.responses) == there.count()
    same_file = old.source is not None and old.source.sha256 == incoming.row.sha256
    same = same_file or (equal and not plan.lists)
    if same and not other:
        raise Unchanged
    if not incoming.flag("replace"):
        content = "" if same else " with other content"
        differs = f"{content}: {'; '.join(other)}" if other else content
        raise Refused(
            f"Run {old.name} is in already{differs}. Replacing it would put "
            f"away {len(gone)} of its responses, with "
            f"{say_labels(labels_on('response', gone))}; equal responses keep theirs. "
            f"{incoming.to_replace} to do so, or give this run another tag."
        )
