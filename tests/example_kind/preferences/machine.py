"""Preferences by machine: the pairs, the prompt, and the baseline's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assess.judging.kernel.words import content_stems, recall
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
from llm.kernel.reply import read_label
from runs.models import Response, Topic
from tests.example_kind.preferences.kind import (
    BOTH_BAD,
    FIRST,
    GRADES,
    PREFERENCES,
    SECOND,
    TIE,
    left_first,
    pairs_of,
)

PROMPT = "compare_responses"  # prompts/compare_responses.toml
VALUES = tuple(grade.value for grade in GRADES)


def plan(scope: Scope) -> Plan:
    """Return a unit for each pair that has no label yet."""
    topics = Topic.objects.filter(track=scope.track)
    if scope.topics is not None:
        topics = topics.filter(pk__in=scope.topics)
    pairs = pairs_of(topics.values_list("pk", flat=True))
    items = [(topic, pair) for topic, own in pairs.items() for pair in own]
    done = labelled(scope, PREFERENCES)
    units = [Unit(topic, (pair,)) for topic, pair in items if pair not in done]
    return Plan(units, len(items))


def load(_scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    numbers = {pk for unit in units for pk in unit.items[0]}
    found = Response.objects.select_related("topic").in_bulk(numbers)
    for unit in units:
        first, second = (found[pk] for pk in unit.items[0])
        yield _question(unit, first, second)


def _question(unit: Unit, first: Response, second: Response) -> Question:
    details = left_first(first.uuid)
    return Question(
        name=f"{first} and {second}",
        items=unit.items,
        prompt=PROMPT,
        values={
            "query": first.topic.text,
            "left": first.text,
            "right": second.text,
        },
        ids={"first": str(first.uuid), "second": str(second.uuid)},
        parse=lambda reply: read_label(reply, allowed=VALUES).mapped(
            lambda value: [Verdict(value, details)]
        ),
        baseline=lambda: [Verdict(_by_overlap(first, second), details)],
    )


def _by_overlap(first: Response, second: Response) -> str:
    """Prefer the response with more of the topic's words."""
    asked = set(content_stems(first.topic.text))
    one, other = (
        recall(asked, set(content_stems(each.text))) or 0 for each in (first, second)
    )
    if one == other:
        return TIE if one else BOTH_BAD
    return FIRST if one > other else SECOND


MACHINE = register(
    Machine(
        kind=PREFERENCES,
        prompts=(PROMPT,),
        plan=plan,
        load=load,
        nothing="No topic has two responses.",
    )
)
