"""The export of decisions: JSONL that an import reads again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described, single_judges
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from assess.judging.labels.availability import counted_labels
from matching.entail.kind import ENTAIL
from matching.extraction.judges import extractors
from matching.gold import GoldList, gold_lists
from matching.match.kind import MATCH
from matching.models import Entailment, Extraction, JudgedPairs
from matching.scores.exporter import JUDGE
from nuggets.banks.parts import BANK, described_bank

Line = dict[str, Any]
Numbers = dict[int, str]  # a nugget's number in files, by row number


def make_decisions(wanted: Wanted) -> Export:
    """Return a judge's decisions over a bank; of a panel, each member's."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    asked = wanted.topic_names()
    lists = {t: each for t, each in gold_lists(bank).items() if t in asked}
    rows = list(_lines(wanted, lists))
    if not rows:
        raise CannotExport(f"{judge} decided on no nugget of {bank}.")
    notes = {
        "judge": described(judge),
        "bank": described_bank(bank, wanted.named()),
    }
    file = ExportFile("decisions.jsonl", map(json_line, rows))
    return Export(iter([file]), notes)


def _lines(wanted: Wanted, lists: dict[int, GoldList]) -> Iterator[Line]:
    judges = single_judges(wanted.parts["judge"])
    numbers = {g.pk: f"[{g.number}]" for each in lists.values() for g in each.nuggets}
    for judge in judges:
        ours = {"judge": judge.name} if len(judges) > 1 else {}
        for line in _of_judge(wanted, judge.pk, lists, numbers):
            yield ours | line


def _of_judge(
    wanted: Wanted, judge: int, lists: dict[int, GoldList], numbers: Numbers
) -> Iterator[Line]:
    yield from _pairs(wanted, judge, numbers)
    yield from _responses(wanted, judge, numbers)
    yield from _between(judge, numbers)
    yield from _complete(wanted, judge, lists)


def _complete(wanted: Wanted, judge: int, lists: dict[int, GoldList]) -> Iterator[Line]:
    named = _extractors(wanted)
    versions = [each.version for each in lists.values()]
    marks = JudgedPairs.objects.filter(judge=judge, version__in=versions)
    heads = Extraction.objects.filter(judge__in=named)
    extracted = set(heads.values_list("response", "judge"))
    columns = ("response__topic__name", "response__run__name", "response", "extractor")
    for topic, run, response, extractor in sorted(marks.values_list(*columns), key=str):
        for pk, name in named.items():
            if (response, pk) in extracted and extractor in (None, pk):
                yield {"turn": topic, "run": run, **name, "complete": True}


def _extractors(wanted: Wanted) -> dict[int, Line]:
    """Return how lines name each judge of response nuggets, a sole one not at all."""
    rows = dict(extractors(wanted.track).values_list("pk", "name"))
    return {pk: {"nuggets": name} if len(rows) > 1 else {} for pk, name in rows.items()}


def _pairs(wanted: Wanted, judge: int, numbers: Numbers) -> Iterator[Line]:
    part, named = "response_nugget__", _extractors(wanted)
    rows: QuerySet[Any] = counted_labels(ENTAIL, wanted.track).filter(judge=judge)
    columns = rows.order_by(
        f"{part}response__topic__name",
        f"{part}response__run__name",
        f"{part}position",
        "nugget",
    ).values_list(
        f"{part}response__topic__name",
        f"{part}response__run__name",
        f"{part}start",
        f"{part}end",
        f"{part}text",
        f"{part}extraction__judge",
        "nugget",
        "details",
        "value",
    )
    for topic, run, start, end, text, of, nugget, details, value in columns.iterator():
        if nugget in numbers and of in named:
            where = {} if start is None else {"start": start, "end": end}
            yield {
                "turn": topic,
                "run": run,
                **named[of],
                "response_nugget": {**where, "text": text},
                "gold": numbers[nugget],
                "p": details.get("p"),
                "match": value == "yes",
            }


def _responses(wanted: Wanted, judge: int, numbers: Numbers) -> Iterator[Line]:
    rows: QuerySet[Any] = counted_labels(MATCH, wanted.track).filter(judge=judge)
    columns = rows.order_by(
        "response__topic__name", "response__run__name", "nugget"
    ).values_list(
        "response__topic__name", "response__run__name", "nugget", "details", "value"
    )
    for topic, run, nugget, details, value in columns.iterator():
        if nugget in numbers:
            reply = {"reply": details["reply"]} if details.get("reply") else {}
            yield {
                "turn": topic,
                "run": run,
                "gold": numbers[nugget],
                "match": value == "yes",
                **reply,
            }


def _between(judge: int, numbers: Numbers) -> Iterator[Line]:
    rows = Entailment.objects.filter(judge=judge, premise__in=list(numbers))
    for row in rows.select_related("premise__topic").order_by("premise", "hypothesis"):
        if row.hypothesis_id in numbers:
            yield {
                "turn": row.premise.topic.name,
                "premise": numbers[row.premise_id],
                "gold": numbers[row.hypothesis_id],
                "p": row.p,
                "match": row.value == "yes",
            }


DECISIONS = register(
    Exporter(
        name="decisions",
        title="Matching decisions",
        says="A line for each decision, by pairs of nuggets and by responses, as an "
        "import reads them; a clear no of a pair has no line.",
        parts=(BANK, JUDGE),
        make=make_decisions,
        kind=ENTAIL.name,
    )
)
