"""Support by machine: the citations, and the baseline's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from assess.judging.kernel.replies import SUPPORT_LABELS, read_support
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
from assess.kinds.kernel.support_baseline import support_label
from assess.kinds.support.items import judged_citations
from assess.kinds.support.kind import SUPPORT
from llm.kernel.forms import label_form
from llm.kernel.reply import Read
from llm.registry import JUDGE_SUPPORT
from runs.models import Citation


def plan(scope: Scope) -> Plan:
    """Return a unit for each citation to judge that has no label yet."""
    rows = _judged_citations(scope)
    without = rows.filter(segment__text="").count()
    ordered = rows.exclude(segment__text="").order_by(
        "sentence__response__topic__position",
        "sentence__response__topic",
        "sentence__response__run__name",
        "sentence__response",
        "sentence__position",
        "position",
    )
    numbers = ordered.values_list("sentence__response__topic", "pk")
    done = labelled(scope, SUPPORT)
    found = list(numbers.iterator(chunk_size=20_000))
    units = [
        Unit(topic, ((citation,),))
        for topic, citation in found
        if (citation,) not in done
    ]
    return Plan(units, len(found), {"citations left out, without text": without})


def _judged_citations(scope: Scope) -> QuerySet[Citation]:
    rows = judged_citations([scope.track])
    if scope.topics is not None:
        rows = rows.filter(sentence__response__topic__in=scope.topics)
    return rows


def load(_scope: Scope, units: Sequence[Unit]) -> Iterator[Question]:
    """Yield the question of each unit."""
    rows = Citation.objects.select_related(
        "segment", "sentence__response__run", "sentence__response__topic"
    ).in_bulk([unit.items[0][0] for unit in units])
    for unit in units:
        yield _question(rows[unit.items[0][0]], unit)


def _question(citation: Citation, unit: Unit) -> Question:
    sentence, text = citation.sentence, citation.segment.text
    response = sentence.response
    return Question(
        name=(
            f"Topic {response.topic}, {response.run}, sentence "
            f"{sentence.position + 1}, segment {citation.segment}"
        ),
        items=unit.items,
        prompt=JUDGE_SUPPORT,
        values={"sentence": sentence.text, "passage": text},
        ids={"topic": str(response.topic.uuid), "citation": str(citation.uuid)},
        parse=label_form(_read, allowed=SUPPORT_LABELS),
        baseline=lambda: [Verdict(support_label(sentence.text, text))],
    )


def _read(reply: str) -> Read[Sequence[Verdict]]:
    return read_support(reply).mapped(lambda one: [Verdict(one)])


MACHINE = register(
    Machine(
        kind=SUPPORT,
        prompts=(JUDGE_SUPPORT,),
        plan=plan,
        load=load,
        nothing=(
            "There is no citation whose segment has a text: import runs that cite, "
            "and the text of their segments, first."
        ),
    )
)
