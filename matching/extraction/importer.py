"""Imports of response nuggets: CONE-RAG's file of spans by turn and run."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.judges import (
    judge_for,
    land_judge,
    unlanded_judges,
    unseen_judge,
)
from assess.judging.models import Judge
from matching.extraction.lists import NewList, read_lists, write_lists
from matching.kernel.spans import place_span
from matching.models import EntailLabel, Extraction
from matching.track import has_matching
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.ikat_responses import TurnResponse, read_responses
from runs.models import Response

BATCH = 200  # responses written at once


class ListPlan(NamedTuple):
    """The lists to write, those that they replace, and the judge if there is one."""

    lists: list[NewList]
    replaced: list[int]  # responses, by row number
    judge: Judge | None


class ResponseNuggetsImporter:
    """Imports one judge's nuggets of responses that are in the track."""

    def check(self, incoming: Incoming) -> ListPlan:
        """Read every list and find its spans in the stored responses."""
        lists = _lists(incoming)
        incoming.report.raise_if_errors()
        if not lists:
            raise Refused("The file has no response with nuggets.")
        judge = judge_for(incoming)
        if judge is None:
            number = Judge.objects.visible().filter(track=incoming.track).count() + 1
            incoming.note_many(None, "judge", number, "judges")
            incoming.report.raise_if_errors()
            return ListPlan(lists, [], None)
        there = read_lists(judge)
        fresh = [each for each in lists if there.get(each.response) != each.rows()]
        if not fresh:
            raise Unchanged
        replaced = [each.response for each in fresh if each.response in there]
        _check_replacing(incoming, judge, replaced)
        return ListPlan(fresh, replaced, judge)

    def write(self, incoming: Incoming, plan: ListPlan) -> dict[str, int]:
        """Store a new judge's lists, hidden; those of a known one come later."""
        if plan.judge is None:
            judge = unseen_judge(incoming, {})
            for start in range(0, len(plan.lists), BATCH):
                some = plan.lists[start : start + BATCH]
                with transaction.atomic():
                    write_lists(judge, some, now=timezone.now())
                done = start + len(some)
                incoming.step(done, len(plan.lists), "writing response nuggets")
        found = [row[3] for each in plan.lists for row in each.rows()]
        kinds = ("verbatim", "folded", "stated", "not")
        names = {"stated": "only stated", "not": "not found"}
        counts = {names.get(kind, kind): found.count(kind) for kind in kinds}
        return {"responses": len(plan.lists), "nuggets": len(found), **counts}

    def land(self, incoming: Incoming, plan: ListPlan) -> None:
        """Make the new judge visible, or write the lists of a known one."""
        if plan.judge is None:
            land_judge(incoming)
            return
        Extraction.objects.filter(judge=plan.judge, response__in=plan.replaced).delete()
        write_lists(plan.judge, plan.lists, now=timezone.now())
        plan.judge.sha256 = incoming.row.sha256
        plan.judge.save(update_fields=["sha256"])

    def discard(self, incoming: Incoming) -> None:
        """Delete a hidden judge with its lists."""
        for judge in unlanded_judges(incoming):
            with transaction.atomic():
                Extraction.objects.filter(judge=judge).delete()
                judge.delete()


def _lists(incoming: Incoming) -> list[NewList]:
    responses = {
        (topic, run): (pk, text)
        for topic, run, pk, text in Response.objects.visible()
        .filter(run__track=incoming.track)
        .values_list("topic__name", "run__name", "pk", "text")
        .iterator()
    }
    found: dict[int, NewList] = {}
    with incoming.open() as source:
        for record in read_responses(
            source,
            incoming.row.filename,
            report=incoming.report,
            limit=incoming.limit,
        ):
            field = f"{record.topic}/{record.run_tag}"
            if record.matched is None:
                incoming.notes.add("missing_field", None, field, None, "nuggets")
                continue
            known = responses.get((record.topic, record.run_tag))
            if known is None:
                named = f"{record.topic} of {record.run_tag}"
                incoming.notes.add("no_response", None, field, named)
                continue
            found[known[0]] = _list(incoming, field, record, *known)
    return list(found.values())


def _list(
    incoming: Incoming, field: str, record: TurnResponse, response: int, text: str
) -> NewList:
    stated, others = record.matched or (), record.unmatched or ()
    texts = (*stated, *others)
    field = f"{field}/nuggets"
    incoming.note_many(None, field, len(texts), "nuggets")
    incoming.note_text(None, field, *texts, limit="list_text")
    for place, each in enumerate(stated):
        if not each.strip():
            incoming.notes.add("empty_text", None, f"{field}/[{place}]")
    spans = tuple(place_span(each, text) for each in texts)
    lost = [place for place in range(len(stated)) if spans[place].found == "not"]
    for place in lost:
        incoming.notes.add("lost_span", None, f"{field}/[{place}]", texts[place])
    return NewList(response, spans, frozenset(lost))


def _check_replacing(incoming: Incoming, judge: Judge, replaced: list[int]) -> None:
    if not replaced:
        return
    if not incoming.flag("replace"):
        raise Refused(
            f"Judge {judge.name} has other nuggets of {len(replaced):,} of these "
            f"responses already. {incoming.to_replace} to do so, or give these nuggets "
            "another judge's name."
        )
    labels = EntailLabel.objects.filter(
        response_nugget__extraction__judge=judge,
        response_nugget__response__in=replaced,
    ).count()
    if labels:
        raise Refused(
            f"{labels:,} labels of entailment are on nuggets of {judge.name} that "
            "would go. Give these nuggets another judge's name."
        )


RESPONSE_NUGGETS = register(
    ImportKind(
        name="response_nuggets",
        title="Response nuggets",
        hint="CONE-RAG’s spans of responses: {turn: {run: {nuggets, response}}}.",
        turn=41,
        after="After the responses.",
        form=LabelImportForm,
        importer=ResponseNuggetsImporter(),
        fits=has_matching,
    )
)
