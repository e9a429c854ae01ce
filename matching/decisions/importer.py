"""Imports of decisions: entailment by pairs, matches by responses, people's matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.judges import (
    judge_for,
    land_judge,
    unlanded_judges,
    unseen_judge,
)
from assess.exchange.imports.labels import LabelPlan, plan_labels
from assess.judging.labels.batches import record_labels
from assess.judging.models import Change, Judge
from matching.decisions.grounds import Grounds, grounds_of
from matching.decisions.reader import Read, read_file
from matching.entail.storage import Entailed, Mark, mark_judged, store_pairs
from matching.match.kind import MATCH
from matching.models import (
    EntailLabel,
    Entailment,
    Extraction,
    JudgedPairs,
    MatchLabel,
)
from matching.track import has_matching
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.registry import ImportKind, register
from runs.models import Response

BATCH = 5_000


class DecisionsForm(LabelImportForm):
    """Decisions: the bank of the gold nuggets, and whose response nuggets."""

    bank = forms.CharField(
        max_length=150, help_text="A bank of the track, with the gold nuggets."
    )
    nuggets = forms.CharField(
        required=False,
        label="Response nuggets",
        help_text="The judge that found them, if the track has several.",
    )
    aliases = forms.CharField(
        required=False,
        widget=forms.Textarea,
        help_text="Other names of runs: alias, tab, run; one per line.",
    )


@dataclass(frozen=True)
class DecisionPlan:
    """What to write, and the judge if there is one."""

    read: Read
    matches: LabelPlan | None
    judge: Judge | None
    marks: list[Mark]
    grounds: Grounds


class DecisionsImporter:
    """Imports one judge's decisions over one bank.

    By pairs, what a file does not list of a run that it names is a no; where it says
    which responses are complete, of those.
    """

    def check(self, incoming: Incoming) -> DecisionPlan:
        """Read every decision and look up what it is about."""
        grounds = grounds_of(incoming)
        read = read_file(incoming, grounds)
        incoming.report.raise_if_errors()
        if not (read.entailed or read.matches or read.between or read.complete):
            raise Refused("The file contains no decision.")
        judge = judge_for(incoming)
        marks = _marks(incoming, read, grounds)
        changed = judge is None or _differs(incoming, judge, read, grounds, marks)
        matches = None
        if read.matches:
            try:
                matches = plan_labels(
                    incoming,
                    MATCH,
                    list(read.matches.values()),
                    where=_match_labels(grounds),
                )
            except Unchanged:
                matches = None
        if not changed and matches is None:
            raise Unchanged
        return DecisionPlan(read, matches, judge, marks, grounds)

    def write(self, incoming: Incoming, plan: DecisionPlan) -> dict[str, int]:
        """Store a new judge's decisions, hidden; those of a known one come later."""
        if plan.judge is None:
            _write(incoming, unseen_judge(incoming, {}), plan)
        counts = {
            "decisions by pairs": len(plan.read.entailed),
            "decisions by responses": len(plan.read.matches),
            "decisions between gold nuggets": len(plan.read.between),
            "responses decided": len({mark.response for mark in plan.marks}),
        }
        return {name: number for name, number in counts.items() if number}

    def land(self, incoming: Incoming, plan: DecisionPlan) -> None:
        """Make the new judge visible, or replace a known one's decisions."""
        if plan.judge is None:
            land_judge(incoming)
            return
        _clear(plan.judge, plan)
        _write(incoming, plan.judge, plan, quietly=True)
        plan.judge.sha256 = incoming.row.sha256
        plan.judge.save(update_fields=["sha256"])

    def discard(self, incoming: Incoming) -> None:
        """Delete a hidden judge with its decisions."""
        for judge in unlanded_judges(incoming):
            with transaction.atomic():
                for model in (Change, MatchLabel, EntailLabel, Entailment, JudgedPairs):
                    rows: QuerySet[Any] = model._default_manager.all()  # noqa: SLF001
                    rows.filter(judge=judge).delete()
                judge.delete()


def _marks(incoming: Incoming, read: Read, grounds: Grounds) -> list[Mark]:
    """Return what is judged whole: what the file says, else all of each named run."""
    if not read.runs:
        return []
    versions = {each.topic: each.version for each in grounds.gold.values()}
    heads = Extraction.objects.filter(
        response__in=Response.objects.visible().filter(
            run__track=incoming.track, topic__in=versions
        ),
        response__run__name__in={run for run, _ in read.runs},
        judge__in={extractor for _, extractor in read.runs},
    )
    columns = ("response", "response__topic", "judge", "response__run__name")
    return [
        Mark(response, versions[topic], extractor)
        for response, topic, extractor, run in heads.values_list(*columns)
        if (response, extractor) in read.complete
        or (not read.complete and (run, extractor) in read.runs)
    ]


def _gold(grounds: Grounds) -> list[int]:
    return [pk for each in grounds.gold.values() for pk in each.pks]


def _match_labels(grounds: Grounds) -> Q:
    return Q(nugget__in=_gold(grounds))


def _own(judge: Judge, grounds: Grounds) -> QuerySet[EntailLabel, Any]:
    """Return a judge's labels over the bank, of whatever run."""
    rows: QuerySet[Any] = EntailLabel.objects.filter(judge=judge)
    topics = [each.topic for each in grounds.gold.values()]
    return rows.filter(nugget__in=_gold(grounds), nugget__topic__in=topics)


def _replaced(
    judge: Judge, grounds: Grounds, marks: list[Mark]
) -> Iterator[QuerySet[EntailLabel, Any]]:
    """Yield a judge's labels on what a file decides whole, in batches."""
    by_extractor: dict[int | None, list[int]] = defaultdict(list)
    for mark in marks:
        by_extractor[mark.extractor].append(mark.response)
    for extractor, responses in by_extractor.items():
        own = _own(judge, grounds).filter(response_nugget__extraction__judge=extractor)
        for start in range(0, len(responses), BATCH):
            some = responses[start : start + BATCH]
            yield own.filter(response_nugget__response__in=some)


def _differs(
    incoming: Incoming,
    judge: Judge,
    read: Read,
    grounds: Grounds,
    marks: list[Mark],
) -> bool:
    """Return whether a judge's decisions change; raise Refused if unrequested."""
    there = {
        (nugget, gold): (value == "yes", p)
        for rows in _replaced(judge, grounds, marks)
        for nugget, gold, value, p in rows.values_list(
            "response_nugget", "nugget", "value", "details__p"
        ).iterator(chunk_size=BATCH)
    }
    changed = new = 0
    for each in read.pairs():
        before = there.pop((each.response_nugget, each.nugget), None)
        if before is None:
            new += each.is_stored
        elif before != (each.is_yes, each.p):
            changed += 1
    between = _differing_gold(judge, read)
    changed += len(there) + between[0]
    if changed and not incoming.flag("replace"):
        raise Refused(
            f"Judge {judge.name} has decided {changed:,} of these pairs otherwise. "
            f"{incoming.to_replace} to change them, or give these decisions another "
            "judge's name."
        )
    columns = ("response", "version", "extractor")
    known = set(JudgedPairs.objects.filter(judge=judge).values_list(*columns))
    return bool(changed or new or between[1] or not known.issuperset(marks))


def _differing_gold(judge: Judge, read: Read) -> tuple[int, int]:
    """Return how many decisions between gold nuggets change, and how many are new."""
    rows = Entailment.objects.filter(judge=judge) if read.between else ()
    there = {
        (row.premise_id, row.hypothesis_id): (row.value == "yes", row.p) for row in rows
    }
    found = [
        (there.get((each.response_nugget, each.nugget)), (each.is_yes, each.p))
        for each in read.gold_pairs()
    ]
    changed = sum(before is not None and before != after for before, after in found)
    return changed, sum(before is None for before, _ in found)


def _clear(judge: Judge, plan: DecisionPlan) -> None:
    """Delete the decisions that the file replaces."""
    for rows in _replaced(judge, plan.grounds, plan.marks):
        rows.delete()
    premises = {each.response_nugget for each in plan.read.gold_pairs()}
    Entailment.objects.filter(judge=judge, premise__in=premises).delete()


def _write(
    incoming: Incoming, judge: Judge, plan: DecisionPlan, *, quietly: bool = False
) -> None:
    total, pairs = len(plan.read.entailed), plan.read.pairs()
    for start in range(0, total, BATCH):
        some = list(_some(pairs))
        with transaction.atomic():
            store_pairs(judge, some, now=timezone.now())
        if not quietly:
            incoming.step(start + len(some), total, "writing decisions")
    with transaction.atomic():
        Entailment.objects.bulk_create(
            [
                Entailment(
                    judge=judge,
                    premise_id=each.response_nugget,
                    hypothesis_id=each.nugget,
                    value="yes" if each.is_yes else "no",
                    p=each.p,
                )
                for each in plan.read.gold_pairs()
            ],
            batch_size=BATCH,
        )
        mark_judged(judge, plan.marks)
    if plan.matches:
        actor = incoming.row.by if quietly else None
        record_labels(MATCH, judge, plan.matches.rows, now=timezone.now(), actor=actor)


def _some(pairs: Iterator[Entailed]) -> Iterator[Entailed]:
    for _, each in zip(range(BATCH), pairs):  # noqa: B905 - the rest is for later
        yield each


DECISIONS = register(
    ImportKind(
        name="decisions",
        title="Matching decisions",
        hint="JSONL of decisions by pairs or by responses, or iKAT’s matching labels.",
        turn=52,
        after="After the gold nuggets; by pairs also after the response nuggets.",
        form=DecisionsForm,
        importer=DecisionsImporter(),
        fits=has_matching,
    )
)
