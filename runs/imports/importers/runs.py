"""Imports of runs: responses of AG and RAG, ranked lists of R."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from django.utils import timezone

from runs.imports.arrival import LONGEST_DOCID, Incoming, Refused, Unchanged
from runs.imports.importers.outside import note_outside
from runs.imports.importers.responses import NewResponse, store_responses
from runs.imports.importers.segments import name_segments
from runs.imports.metadata import Said, check_said, differing, particulars
from runs.imports.predecessor import bring_back, kept_of, run_of, take_over
from runs.imports.registry import labels_on, say_labels
from runs.kernel.checks.requirements import Checks
from runs.kernel.formats.responses import RunResponse, read_run_responses
from runs.kernel.formats.retrieval_runs import read_ranked
from runs.models import RankedList, Run, Topic

FEW = 20  # topics written between two checks for cancellation

Lists = dict[str, dict[str, float]]  # topic → docid → score, best first


class RunPlan(NamedTuple):
    """The content of a run's file: facts about the run, and one row per topic.

    `old` is the existing run of that tag, available or put away; `kept` maps topics to
    its responses that the file repeats. `restores`: it is put away, and equal.
    `outside`: the documents of an AG run outside of the track's reference list.
    """

    said: Said
    responses: list[NewResponse]
    lists: Lists
    old: Run | None
    kept: dict[int, int]
    restores: bool = False
    outside: int | None = None


class RunsImporter:
    """Imports one run per file; replaces a run of the same tag only if requested."""

    def check(self, incoming: Incoming) -> RunPlan:
        """Read the whole file under the track's rules."""
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        if not topics:
            raise Refused("This track has no topics yet. Import the topics first.")
        texts = {name: topic.text for name, topic in topics.items()}
        checks = incoming.track.profile.checks(texts)
        lists: Lists = {}
        responses: list[NewResponse] = []
        if incoming.param("task") == Run.R:
            said, lists = self.read_lists(incoming, checks)
        else:
            said, responses = _read_answers(incoming, checks, topics)
        old = run_of(incoming.track, said.tag)
        check_said(incoming, said, old)
        others = incoming.track.runs.visible().exclude(name=said.tag)
        incoming.note_many(None, "runs", others.count() + 1, "runs")
        incoming.report.raise_if_errors()
        plan = RunPlan(said, responses, lists, old, kept_of(responses, old))
        if incoming.param("task") == Run.AG:
            plan = plan._replace(outside=note_outside(incoming, responses))
        if old is None:
            return plan
        return plan._replace(restores=_is_equal(incoming, plan, old))

    def read_lists(self, incoming: Incoming, checks: Checks) -> tuple[Said, Lists]:
        """Read the ranked lists of a retrieval run."""
        return _read_lists(incoming, checks)

    def write(self, incoming: Incoming, plan: RunPlan) -> dict[str, int]:
        """Store the run, hidden, a few topics at a time."""
        if plan.restores:
            return {"topics": len(plan.responses) or len(plan.lists), "restored": 1}
        run = Run.objects.create(
            track=incoming.track,
            name=plan.said.tag,
            source=incoming.row,
            outside=plan.outside,
            **particulars(incoming, plan.said, plan.old),
        )
        fresh = [new for new in plan.responses if new.topic.pk not in plan.kept]
        for start in range(0, len(fresh), FEW):
            store_responses(run, fresh[start : start + FEW])
            done = min(start + FEW, len(fresh))
            incoming.step(done, len(fresh), "writing responses")
        _store_lists(incoming, run, plan.lists)
        counts = {"topics": len(plan.responses) or len(plan.lists)}
        return counts | ({"kept": len(plan.kept)} if plan.old else {})

    def land(self, incoming: Incoming, plan: RunPlan) -> None:
        """Show the run; if it replaces one, equal responses keep their labels."""
        now = timezone.now()
        if plan.old and plan.restores:
            return bring_back(incoming, plan.old, now=now)
        run = Run.objects.get(source=incoming.row, landed_at=None)
        if plan.old:
            take_over(incoming, run, plan.old, plan.kept, now=now)
        Run.objects.filter(pk=run.pk).update(landed_at=now)
        return None

    def discard(self, incoming: Incoming) -> None:
        """Delete the hidden run of an interrupted import."""
        Run.objects.filter(source=incoming.row, landed_at=None).delete()


def _read_answers(
    incoming: Incoming, checks: Checks, topics: dict[str, Topic]
) -> tuple[Said, list[NewResponse]]:
    said = Said()
    responses: dict[str, NewResponse] = {}
    with incoming.open() as source:
        for record in read_run_responses(
            source,
            incoming.row.filename,
            checks=checks,
            report=incoming.report,
            limit=incoming.limit,
        ):
            tag = said.tag or record.run_tag
            said = Said(tag, record.team, record.type, record.category)
            for docid in record.references:
                incoming.note_long(record.line, "references", docid, LONGEST_DOCID)
            _note_many(incoming, record)
            if record.topic in topics and record.topic not in responses:
                responses[record.topic] = _response(record, topics[record.topic])
    return said, list(responses.values())


def _note_many(incoming: Incoming, record: RunResponse) -> None:
    line, sentences = record.line, record.sentences
    incoming.note_many(line, "references", len(record.references), "references")
    incoming.note_many(line, "answer", len(sentences), "sentences")
    incoming.note_text(line, "answer", *(each.text for each in sentences))
    for place, each in enumerate(sentences):
        field = f"answer/[{place}]/citations"
        incoming.note_many(line, field, len(each.citations), "citations")


def _response(record: RunResponse, topic: Topic) -> NewResponse:
    return NewResponse(
        topic=topic,
        text=" ".join(sentence.text for sentence in record.sentences),
        sentences=tuple((each.text, each.citations) for each in record.sentences),
        references=record.references,
        line=record.line,
    )


def _read_lists(incoming: Incoming, checks: Checks) -> tuple[Said, Lists]:
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
                ranked = lists.setdefault(row.topic, {})
                ranked.setdefault(row.docid, row.score)
                incoming.note_many(row.line, row.topic, len(ranked), "rows")
    return Said(tag), {
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


def _is_equal(incoming: Incoming, plan: RunPlan, old: Run) -> bool:
    """Return whether a run that is put away has equal content and is restored.

    Raise Unchanged if an available run is equal, Refused for another without `replace`.
    """
    other = differing(incoming, plan.said, old)
    there = old.responses.filter(deleted_at=None)
    own = set(there.values_list("pk", flat=True))
    gone = own - set(plan.kept.values())
    same_file = old.source is not None and old.source.sha256 == incoming.row.sha256
    equal = len(own) == len(plan.responses) and not gone
    same = same_file or (equal and not plan.lists)
    if same and not other and old.deleted_at is None:
        raise Unchanged
    if not incoming.flag("replace") and (other or not same):
        raise Refused(_conflict(incoming, old, gone, same=same, other=other))
    return same and not other


def _conflict(
    incoming: Incoming, old: Run, gone: set[int], *, same: bool, other: list[str]
) -> str:
    content = "" if same else " with other content"
    differs = f"{content}: {'; '.join(other)}" if other else content
    where = "is in already" if old.deleted_at is None else "was put away"
    return (
        f"Run {old.name} {where}{differs}. Replacing it would put "
        f"away {len(gone)} of its responses, with "
        f"{say_labels(labels_on('response', gone))}; equal responses keep theirs. "
        f"{incoming.to_replace} to do so, or give this run another tag."
    )
