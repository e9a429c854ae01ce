"""Entailment by machine: by pairs of nuggets (NtN)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from assess.judging.labels.writer import NewLabel
from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Unit,
    Verdict,
    labelled,
    register,
)
from assess.judging.models import Judge
from llm.kernel.entailment import Pair, Probabilities
from llm.kernel.forms import label_form
from llm.kernel.reply import Read
from matching.baseline import WORD_COVER, threshold_of
from matching.entail.kind import ENTAIL, NO, YES
from matching.entail.storage import Entailed, Mark, mark_judged, store_pairs
from matching.gold import GoldList, gold_lists
from matching.kernel.replies import read_yes_no
from matching.kernel.word_cover import covers
from matching.match.machine import bank_of
from matching.models import JudgedPairs, ResponseNugget
from nuggets.assignment.machine import banks
from nuggets.models import BankVersion, Nugget
from runs.models import Response

PROMPT = "entail_nugget"  # prompts/entail_nugget.toml


class FoundNugget(NamedTuple):
    """A nugget of a response that counts."""

    pk: int
    response: int
    topic: int


def _read(reply: str) -> Read[Sequence[Verdict]]:
    return read_yes_no(reply).mapped(lambda yes: [Verdict(YES if yes else NO)])


def plan(scope: Scope) -> Plan:
    """Return the pairs that are not judged yet.

    A model gets one pair a call; the baseline, and an entailment model, all pairs of a
    response at once.
    """
    lists = _lists(scope)
    parts = _parts(lists)
    done, marked = labelled(scope, ENTAIL), _marked(scope.judge, lists)
    by_response: dict[int, list[FoundNugget]] = defaultdict(list)
    for part in parts:
        by_response[part.response].append(part)
    units: list[Unit] = []
    items = 0
    for response, own in by_response.items():
        gold = lists[own[0].topic].pks
        items += len(own) * len(gold)
        if response in marked:
            continue
        open_ = [
            (part.pk, nugget)
            for part in own
            for nugget in gold
            if (part.pk, nugget) not in done
        ]
        units += _units(scope.judge, own[0].topic, open_)
    return Plan(units, items)


def _units(judge: Judge, topic: int, pairs: list[tuple[int, int]]) -> list[Unit]:
    if not _judges_whole(judge):
        return [Unit(topic, (pair,)) for pair in pairs]
    return [Unit(topic, tuple(pairs))] if pairs else []


def _judges_whole(judge: Judge) -> bool:
    """Return whether a judge takes all pairs of a response at once."""
    return judge.kind != Judge.MODEL or judge.takes_pairs


def _lists(scope: Scope) -> dict[int, GoldList]:
    return {
        topic: each
        for topic, each in gold_lists(bank_of(scope)).items()
        if scope.topics is None or topic in scope.topics
    }


def _parts(lists: Mapping[int, GoldList]) -> list[FoundNugget]:
    """Return the found nuggets of responses on some topics, of every judge."""
    rows = ResponseNugget.objects.exclude(found=ResponseNugget.NOT).filter(
        response__in=Response.objects.visible().filter(topic__in=list(lists)),
        extraction__judge__landed_at__isnull=False,
        extraction__judge__deleted_at=None,
    )
    ordered = rows.order_by("response__topic__position", "response", "position", "pk")
    columns = ordered.values_list("pk", "response", "response__topic")
    return [FoundNugget(*row) for row in columns.iterator(chunk_size=5_000)]


def _marked(judge: Judge, lists: Mapping[int, GoldList]) -> set[int]:
    versions = [each.version for each in lists.values()]
    rows = JudgedPairs.objects.filter(judge=judge, version__in=versions)
    return set(rows.values_list("response", flat=True))


def load(scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    pairs = [pair for unit in units for pair in unit.items]
    parts = ResponseNugget.objects.select_related("response__topic", "response__run")
    own = parts.in_bulk({part for part, _ in pairs})
    gold = Nugget.objects.in_bulk({nugget for _, nugget in pairs})
    for unit in units:
        yield _question(scope.judge, unit, own, gold)


def _question(
    judge: Judge,
    unit: Unit,
    parts: Mapping[int, ResponseNugget],
    gold: Mapping[int, Nugget],
) -> Question:
    first, second = unit.items[0]
    part, nugget = parts[first], gold[second]
    which = "" if _judges_whole(judge) else f", {part.text!r:.60}"
    texts = ((parts[a].text, gold[b].text) for a, b in unit.items)
    return Question(
        name=f"Turn {part.response.topic}, {part.response.run}{which}",
        items=unit.items,
        prompt=PROMPT,
        values={"premise": part.text, "hypothesis": nugget.text},
        ids={"response_nugget": str(part.uuid), "nugget": str(nugget.uuid)},
        parse=label_form(_read, allowed=(YES, NO)),
        baseline=lambda: _by_words(judge, unit, parts, gold),
        pairs=[Pair(*each) for each in texts] if judge.takes_pairs else (),
        by_pairs=partial(_by_probabilities, threshold_of(judge)),
    )


def _by_probabilities(
    least: float, found: Sequence[Probabilities]
) -> Sequence[Verdict]:
    percents = [each.percent for each in found]
    return [Verdict(YES if p > least else NO, {"p": p}) for p in percents]


def _by_words(
    judge: Judge,
    unit: Unit,
    parts: Mapping[int, ResponseNugget],
    gold: Mapping[int, Nugget],
) -> list[Verdict]:
    left = list(dict.fromkeys(part for part, _ in unit.items))
    right = list(dict.fromkeys(nugget for _, nugget in unit.items))
    found = covers([parts[pk].text for pk in left], [gold[pk].text for pk in right])
    rows = {pk: place for place, pk in enumerate(left)}
    columns = {pk: place for place, pk in enumerate(right)}
    least = threshold_of(judge)
    percents = [float(found[rows[a], columns[b]]) for a, b in unit.items]
    return [Verdict(YES if p > least else NO, {"p": p}) for p in percents]


def record(scope: Scope, rows: Sequence[NewLabel]) -> None:
    """Store a machine's labels, and mark what is judged whole."""
    pairs = [
        Entailed(
            row.item[0], row.item[1], row.details.get("p"), row.value == YES, row.call
        )
        for row in rows
    ]
    store_pairs(scope.judge, pairs, now=timezone.now())
    if _judges_whole(scope.judge):
        current = BankVersion.objects.current().filter(bank__uuid=scope.subject)
        versions = dict(current.order_by().values_list("topic", "pk"))
        parts = ResponseNugget.objects.filter(pk__in={row.item[0] for row in rows})
        places = parts.order_by().values_list("response", "response__topic").distinct()
        mark_judged(scope.judge, [Mark(pk, versions[topic]) for pk, topic in places])


MACHINE = register(
    Machine(
        kind=ENTAIL,
        prompts=(PROMPT,),
        plan=plan,
        load=load,
        nothing="There is nothing to compare: import the response nuggets first, and "
        "finish the lists of this bank.",
        baseline=WORD_COVER.name,
        subjects=banks,
        record=record,
        takes_pairs=True,
    )
)
