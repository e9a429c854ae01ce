"""The work of a model that says which gold nuggets entail each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from assess.judging.machine.calls import PAIRS_A_CALL, Asker, ItemFailed
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from llm.kernel.entailment import Pair
from llm.kernel.forms import label_form
from matching.baseline import threshold_of
from matching.duplicates.actions import check_decider, make_deduplicated
from matching.entail.machine import PROMPT
from matching.gold import Gold, GoldList, gold_lists
from matching.kernel.duplicates import RULES
from matching.kernel.replies import read_yes_no
from matching.models import Entailment
from nuggets.banks.actions import BankExists
from nuggets.models import Bank
from runs.models import Topic


class Open(NamedTuple):
    """Two gold nuggets of a topic, the first of which may entail the second."""

    topic: Topic
    premise: Gold
    hypothesis: Gold


def deduplicate_by_model(running: Running) -> dict[str, object]:
    """Decide the pairs that are open, then make the bank if all are decided."""
    bank, judge = _read(running)
    check_decider(judge)
    lists = gold_lists(bank)
    if not lists:
        raise JobError("The bank has no finished list.")
    missing = list(_missing(judge, lists))
    asker = Asker(judge, running, (PROMPT,))
    size = PAIRS_A_CALL if judge.takes_pairs else 1
    failed = done = 0
    batches = (missing[place : place + size] for place in range(0, len(missing), size))
    with asker.each(batches, partial(_decided, judge, asker)) as answers:
        for some, answer in answers:
            running.check()
            try:
                _store(running, answer.result())
            except ItemFailed as error:
                failed += len(some)
                running.failure(_named(some), str(error))
            done += len(some)
            running.step(done, len(missing), "comparing gold nuggets")
    facts = {"pairs decided": len(missing) - failed, "pairs still open": failed}
    if failed:
        return {**facts, **asker.facts}
    return {**facts, **asker.facts, **_made(running, bank, judge)}


def _read(running: Running) -> tuple[Bank, Judge]:
    params, scope = running.params, running.scope
    banks = Bank.objects.visible().filter(track__uuid=scope).select_related("track")
    judges = Judge.objects.visible().filter(track__uuid=scope).select_related("track")
    bank = banks.filter(uuid=str(params["bank"])).first()
    judge = judges.filter(uuid=str(params["judge"])).first()
    if bank is None or judge is None:
        raise JobError("The bank or the judge no longer exists.")
    return bank, judge


def _missing(judge: Judge, lists: dict[int, GoldList]) -> Iterator[Open]:
    topics = Topic.objects.in_bulk(list(lists))
    rows = Entailment.objects.filter(judge=judge, premise__topic__in=list(lists))
    done = set(rows.values_list("premise", "hypothesis").iterator(chunk_size=5_000))
    for topic in sorted(topics.values(), key=lambda each: (each.position, each.pk)):
        nuggets = lists[topic.pk].nuggets
        for premise in nuggets:
            for hypothesis in nuggets:
                pair = premise.pk, hypothesis.pk
                if premise.pk != hypothesis.pk and pair not in done:
                    yield Open(topic, premise, hypothesis)


def _decided(judge: Judge, asker: Asker, some: Sequence[Open]) -> list[Entailment]:
    """Return a model's decisions; raise ItemFailed."""
    ids = {
        "judge": str(judge.uuid),
        "premises": [str(each.premise.uuid) for each in some],
        "hypotheses": [str(each.hypothesis.uuid) for each in some],
    }
    texts = [Pair(each.premise.text, each.hypothesis.text) for each in some]
    if judge.takes_pairs:
        found = asker.entailments(texts, ids=ids).value
        least, percents = threshold_of(judge), [each.percent for each in found]
        given: list[tuple[bool, float | None]] = [(p > least, p) for p in percents]
    else:
        values = texts[0]._asdict()
        form = label_form(read_yes_no, allowed=("yes", "no"))
        given = [(asker.ask(PROMPT, values, form, ids=ids).value, None)]
    return [
        Entailment(
            judge=judge,
            premise_id=each.premise.pk,
            hypothesis_id=each.hypothesis.pk,
            value="yes" if is_yes else "no",
            p=p,
        )
        for each, (is_yes, p) in zip(some, given, strict=True)
    ]


def _named(some: Sequence[Open]) -> str:
    first = some[0]
    more = f" and {len(some) - 1} more pairs" if len(some) > 1 else ""
    pair = f"[{first.premise.number}] and [{first.hypothesis.number}]"
    return f"Turn {first.topic}, {pair}{more}"


def _store(running: Running, found: Sequence[Entailment]) -> None:
    """Write decisions while the job is ours; those of another job of the judge stay."""
    with transaction.atomic():
        running.fence()
        Entailment.objects.bulk_create(found, ignore_conflicts=True)


def _made(running: Running, bank: Bank, judge: Judge) -> dict[str, object]:
    rule = next(each for each in RULES if each == running.params["rule"])
    name = str(running.params["name"])
    try:
        with transaction.atomic():
            running.fence()
            made = make_deduplicated(bank, judge, name, rule=rule, now=timezone.now())
    except BankExists as error:
        raise JobError(str(error)) from error
    return {
        "nuggets kept": made.kept,
        "nuggets before": made.every,
        "groups vanished": made.vanished,
        "link": reverse("nuggets:bank", args=[bank.track.uuid, made.bank.uuid]),
    }
