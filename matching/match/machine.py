"""Matching by machine: one gold nugget and one response a call (NtR).

A model may judge up to ten gold nuggets in a call; its judge is named for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

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
from jobs.registry import JobError
from llm.kernel.forms import label_form, labels_form
from llm.kernel.reply import Read, read_labels
from matching.baseline import WORD_COVER, threshold_of
from matching.gold import gold_lists
from matching.kernel.replies import read_yes_no
from matching.kernel.word_cover import cover
from matching.match.kind import MATCH, NO, YES
from nuggets.assignment.machine import banks
from nuggets.kernel.drafting import batches
from nuggets.models import Bank, Nugget
from runs.models import Response

PROMPT, BATCHED = "match_nugget", "match_nuggets"  # prompts/<name>.toml


def plan(scope: Scope) -> Plan:
    """Return the gold nuggets on each response without a label yet.

    A unit has one of them, or as many as the judge takes in a call.
    """
    lists = {
        topic: each
        for topic, each in gold_lists(bank_of(scope)).items()
        if scope.topics is None or topic in scope.topics
    }
    responses = Response.objects.visible().filter(topic__in=list(lists))
    ordered = responses.order_by("topic__position", "topic", "run__name", "pk")
    done = labelled(scope, MATCH)
    units, items = [], 0
    for response, topic in ordered.values_list("pk", "topic"):
        items += len(lists[topic].pks)
        pairs = [(nugget, response) for nugget in lists[topic].pks]
        missing = [pair for pair in pairs if pair not in done]
        size = scope.judge.batch
        units += [Unit(topic, tuple(some)) for some in batches(missing, size)]
    return Plan(units, items)


def bank_of(scope: Scope) -> Bank:
    """Return the bank of a scope; raise JobError if it is gone."""
    found = Bank.objects.visible().filter(track=scope.track).select_related("track")
    bank = found.filter(uuid=scope.subject).first() if scope.subject else None
    if bank is None:
        raise JobError("The bank no longer exists.")
    return bank


def load(scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    pairs = [item for unit in units for item in unit.items]
    nuggets = Nugget.objects.in_bulk({nugget for nugget, _ in pairs})
    responses = Response.objects.select_related("run", "topic").in_bulk(
        {response for _, response in pairs}
    )
    for unit in units:
        listed = [nuggets[nugget] for nugget, _ in unit.items]
        response = responses[unit.items[0][1]]
        ask = _batched if scope.judge.batch > 1 else _single
        yield replace(
            ask(unit, listed, response),
            baseline=partial(_by_words, scope.judge, listed, response),
            known=None if response.text.strip() else [Verdict(NO)] * len(listed),
        )


def _single(unit: Unit, nuggets: Sequence[Nugget], response: Response) -> Question:
    (nugget,) = nuggets
    return Question(
        name=f"Turn {response.topic}, {response.run}, {nugget.text!r:.60}",
        items=unit.items,
        prompt=PROMPT,
        values={"response": response.text, "nugget": nugget.text},
        ids={"response": str(response.uuid), "nugget": str(nugget.uuid)},
        parse=label_form(_read, allowed=(YES, NO)),
        baseline=list,
    )


def _batched(unit: Unit, nuggets: Sequence[Nugget], response: Response) -> Question:
    texts = [nugget.text for nugget in nuggets]
    first = f"{len(texts)} nuggets from {texts[0]!r:.60}"
    return Question(
        name=f"Turn {response.topic}, {response.run}, {first}",
        items=unit.items,
        prompt=BATCHED,
        values={"response": response.text, "nuggets": texts, "count": len(texts)},
        ids={
            "response": str(response.uuid),
            "nuggets": [str(nugget.uuid) for nugget in nuggets],
        },
        parse=labels_form(
            partial(_read_list, expected=len(texts)),
            allowed=(YES, NO),
            expected=len(texts),
        ),
        baseline=list,
    )


def _read(reply: str) -> Read[Sequence[Verdict]]:
    """Return the value of a reply, which is kept; raise BadReply without one."""
    said = {"reply": reply.strip()}
    return read_yes_no(reply).mapped(lambda yes: [Verdict(YES if yes else NO, said)])


def _read_list(reply: str, *, expected: int) -> Read[Sequence[Verdict]]:
    found = read_labels(reply, expected=expected, allowed=(YES, NO))
    return found.mapped(lambda values: [Verdict(value) for value in values])


def _by_words(
    judge: Judge, nuggets: Sequence[Nugget], response: Response
) -> list[Verdict]:
    least = threshold_of(judge)
    found = [cover(response.text, nugget.text) > least for nugget in nuggets]
    return [Verdict(YES if matched else NO) for matched in found]


MACHINE = register(
    Machine(
        kind=MATCH,
        prompts=(PROMPT,),
        plan=plan,
        load=load,
        nothing="There is nothing to match: the chosen topics have no nuggets in a "
        "finished list of this bank, or no responses.",
        baseline=WORD_COVER.name,
        subjects=banks,
        batched=(BATCHED,),
    )
)
