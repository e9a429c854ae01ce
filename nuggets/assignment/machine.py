"""Assignment by machine: listwise, a few nuggets of one response per call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Setting,
    Unit,
    Verdict,
    labelled,
    register,
)
from assess.judging.machine.settings import settings_of
from assess.judging.models import Judge
from assess.judging.screens import Subject
from jobs.registry import JobError
from llm.kernel.forms import labels_form
from llm.kernel.reply import Read
from llm.registry import ASSIGN_NUGGETS, ASSIGN_NUGGETS_TWO_WAY
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.scoring_list import scored_listings
from nuggets.kernel.drafting import (
    ASSIGNMENTS,
    BATCH,
    TWO_WAY,
    batches,
    read_assignments,
)
from nuggets.kernel.overlap import assign_by_overlap
from nuggets.models import Bank, BankVersion, Nugget
from runs.models import Response, Topic, Track

WAYS = Setting(
    "labels",
    "Labels of a nugget",
    (
        ("three", "support, partial support or not support"),
        ("two", "support or not support"),
    ),
    "three",
    lambda _track: "three",
    "With two labels a nugget that is there in part counts as not supported.",
)
ALLOWED = {"three": ASSIGNMENTS, "two": TWO_WAY}
PROMPTS = {"three": ASSIGN_NUGGETS, "two": ASSIGN_NUGGETS_TWO_WAY}


def way_of(judge: Judge) -> str:
    """Return how many labels a judge chooses from: three or two."""
    return settings_of(judge, MACHINE)[WAYS.name]


def banks(track: Track) -> list[Subject]:
    """Return the banks with a frozen list, since scores use no others."""
    frozen = BankVersion.objects.frozen().values("bank")
    found = Bank.objects.visible().filter(track=track, pk__in=frozen)
    return [
        Subject(str(uuid), name) for uuid, name in found.values_list("uuid", "name")
    ]


def plan(scope: Scope) -> Plan:
    """Return units of at most BATCH unlabelled nuggets of one response.

    The nuggets are those of the bank's scores.
    """
    nuggets = {
        topic: [listing.nugget_id for listing in rows]
        for topic, rows in scored_listings(_bank(scope)).items()
        if scope.topics is None or topic in scope.topics
    }
    done = labelled(scope, ASSIGNMENT)
    units, items = [], 0
    for response, topic in _responses(nuggets):
        missing = [
            (nugget, response)
            for nugget in nuggets[topic]
            if (nugget, response) not in done
        ]
        units += [Unit(topic, tuple(some)) for some in batches(missing, BATCH)]
        items += len(nuggets[topic])
    return Plan(units, items)


def _bank(scope: Scope) -> Bank:
    banks = Bank.objects.visible().filter(track=scope.track).select_related("track")
    bank = banks.filter(uuid=scope.subject).first() if scope.subject else None
    if bank is None:
        raise JobError("The bank no longer exists.")
    return bank


def _responses(topics: dict[int, list[int]]) -> list[tuple[int, int]]:
    rows = Response.objects.visible().filter(topic__in=list(topics))
    ordered = rows.order_by("topic__position", "topic", "run__name", "pk")
    return list(ordered.values_list("pk", "topic"))


def load(scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    way = way_of(scope.judge)
    pairs = [pair for unit in units for pair in unit.items]
    nuggets = Nugget.objects.in_bulk({nugget for nugget, _response in pairs})
    responses = Response.objects.select_related("run", "topic").in_bulk(
        {response for _nugget, response in pairs}
    )
    for unit in units:
        listed = [nuggets[nugget] for nugget, _response in unit.items]
        response = responses[unit.items[0][1]]
        yield _question(response.topic, response, listed, unit, way)


def _question(
    topic: Topic, response: Response, nuggets: Sequence[Nugget], unit: Unit, way: str
) -> Question:
    texts = [nugget.text for nugget in nuggets]
    return Question(
        name=f"Topic {topic}, {response.run}, {len(texts)} nuggets from {texts[0]!r}",
        items=unit.items,
        prompt=PROMPTS[way],
        values={
            "query": topic.text,
            "response": response.text,
            "nuggets": texts,
            "count": len(texts),
        },
        ids={
            "topic": str(topic.uuid),
            "response": str(response.uuid),
            "nuggets": [str(nugget.uuid) for nugget in nuggets],
        },
        parse=labels_form(
            partial(_read, expected=len(texts), allowed=ALLOWED[way]),
            allowed=ALLOWED[way],
            expected=len(texts),
        ),
        baseline=lambda: _by_overlap(topic, response, texts),
    )


def _read(
    reply: str, *, expected: int, allowed: Sequence[str]
) -> Read[Sequence[Verdict]]:
    labels = read_assignments(reply, expected=expected, allowed=allowed)
    return labels.mapped(lambda values: [Verdict(value) for value in values])


def _by_overlap(topic: Topic, response: Response, texts: list[str]) -> list[Verdict]:
    found = assign_by_overlap(topic.text, response.text, texts)
    return [Verdict(each.value) for each in found]


MACHINE = register(
    Machine(
        kind=ASSIGNMENT,
        prompts=tuple(PROMPTS.values()),
        plan=plan,
        load=load,
        nothing=(
            "There is nothing to assign: the chosen topics have no nuggets in a "
            "finished list of this bank, or no responses."
        ),
        subjects=banks,
        settings=(WAYS,),
        chooses=lambda judge: (PROMPTS[way_of(judge)],),
    )
)
