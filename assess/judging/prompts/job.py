"""The trial of a wording: a few labelled items, asked with the new words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import reverse

from assess.judging.kinds import Kind
from assess.judging.labels.reader import Item
from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.machine.registry import (
    Machine,
    Question,
    Scope,
    Unit,
    all_machines,
)
from assess.judging.models import Judge, TrackPrompt
from assess.judging.prompts.actions import JOB
from assess.judging.prompts.versions import prompt_of
from jobs.registry import JobError, job_kind
from jobs.run import Running

ITEMS = 5


class LabelledItem(NamedTuple):
    """An item, its topic, and its labels at hand: judges' names with values."""

    topic: int
    item: Item
    labels: list[tuple[str, str]]


def machine_of(name: str) -> Machine | None:
    """Return the kind of label that a prompt gives item by item, if any."""
    own = (each for each in all_machines() if name in each.prompts)
    return next((each for each in own if each.subjects is None), None)


@job_kind(JOB, title="Try a prompt")
def try_prompt(running: Running) -> dict[str, object]:
    """Ask with a wording about a few items that have labels; give both."""
    row, judge = _read(running)
    machine = machine_of(row.name)
    items = labelled_items(machine, row) if machine else {}
    if machine is None or not items:
        raise JobError("No item at hand has a label that this prompt would give.")
    asker = Asker(judge, running, [], replacing={row.name: prompt_of(row)})
    scope = Scope(judge)
    units = [Unit(each.topic, (each.item,)) for each in items.values()]
    questions = [q for q in machine.load(scope, units) if q.prompt == row.name]
    found: dict[str, object] = {}
    changed = 0
    with asker.each(questions, lambda question: _asked(asker, question)) as answers:
        for number, (question, answer) in enumerate(answers, start=1):
            running.check()
            known = items[question.items[0]].labels
            try:
                value = answer.result()
            except ItemFailed as error:
                running.failure(question.name, str(error))
                continue
            differing = {old for _, old in known} - {value}
            changed += bool(differing)
            said = ", ".join(f"{name} {old}" for name, old in known)
            found[f"{number}. {question.name}"] = f"{value} (at hand: {said})"
    link = reverse("assess:prompt", args=[row.track.uuid, row.name])
    return {**found, "items that differ from a label": changed, "link": link}


def _read(running: Running) -> tuple[TrackPrompt, Judge]:
    rows = TrackPrompt.objects.filter(track__uuid=running.scope)
    row = rows.select_related("track").filter(uuid=str(running.params["prompt"]))
    judges = Judge.objects.visible().filter(track__uuid=running.scope)
    judge = judges.filter(uuid=str(running.params["judge"])).first()
    found = row.first()
    if found is None or judge is None:
        raise JobError("The prompt or the judge of this trial no longer exists.")
    judge.track = found.track
    return found, judge


def labelled_items(machine: Machine, row: TrackPrompt) -> dict[Item, LabelledItem]:
    """Return a few items with their labels, those of people first."""
    kind, found = machine.kind, dict[Item, LabelledItem]()
    for topic, item, name, value in _labels(kind, row):
        if item not in found and len(found) == ITEMS:
            continue
        found.setdefault(item, LabelledItem(topic, item, [])).labels.append(
            (name, value)
        )
    return found


def _labels(kind: Kind, row: TrackPrompt) -> Iterator[tuple[int, Item, str, str]]:
    """Yield the labels of a track at hand: topic, item, judge's name, value."""
    rows: Any = kind.model.objects.given().filter(
        judge__track=row.track, judge__landed_at__isnull=False, judge__deleted_at=None
    )
    by_people = rows.filter(judge__kind=Judge.PERSON)
    chosen = by_people if by_people.exists() else rows
    columns = (kind.topic, *kind.columns, "judge__name", "value")
    ordered = chosen.order_by(*kind.columns, "judge__name")
    for topic, *item, name, value in ordered.values_list(*columns)[:500]:
        yield topic, tuple(item), name, value


def _asked(asker: Asker, question: Question) -> str:
    """Return the value of one item; raise ItemFailed."""
    ids = {"trial": True, **question.ids}
    parsed = asker.ask(question.prompt, question.values, question.parse, ids=ids)
    return parsed.value[0].value
