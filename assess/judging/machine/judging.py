"""The work of a judging job: ask or compute, then store, one unit at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.machine.calls import PAIRS_A_CALL, Asker, ItemFailed
from assess.judging.machine.readiness import check_ready
from assess.judging.machine.registry import (
    Machine,
    Plan,
    Question,
    Scope,
    Unit,
    Verdict,
    machine_for,
)
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from llm.kernel.entailment import Probabilities
from llm.models import Call
from runs.models import Topic

CHUNK = 50  # units read at once; a baseline's are also written at once


class Gone(JobError):
    """The subject of the job no longer exists."""


def judge_all(running: Running) -> dict[str, object]:
    """Give a judge's missing labels of one kind; return the resulting counts."""
    machine, scope = _read(running)
    prompts = machine.prompts_of(scope.judge)
    check_ready(
        scope.judge,
        prompts=prompts,
        baseline=machine.baseline,
        takes_pairs=machine.takes_pairs,
    )
    running.step(0, None, "Looking for what is missing")
    plan = machine.plan(scope)
    if not plan.items:
        raise JobError(machine.nothing)
    missing = sum(len(unit.items) for unit in plan.units)
    facts: dict[str, int] = {}
    if scope.judge.kind == Judge.MODEL:
        asker = Asker(scope.judge, running, prompts, follow=machine.follow)
        given = _by_model(running, machine, scope, plan, asker)
        facts = asker.facts
    else:
        given = _by_rule(running, machine, scope, plan)
    return {
        "labels given": given,
        "labels there before": plan.items - missing,
        "labels still missing": missing - given,
        **plan.facts,
        **facts,
        "link": reverse("assess:judge", args=[scope.track.uuid, scope.judge.uuid]),
    }


def _read(running: Running) -> tuple[Machine, Scope]:
    params = running.params
    own = Judge.objects.visible().filter(track__uuid=running.scope)
    judges = own.select_related("track")
    judge = judges.filter(uuid=str(params["judge"])).first()
    if judge is None:
        raise Gone("The judge no longer exists.")
    names = params.get("topics")
    topics = None
    if isinstance(names, list) and names:
        rows = Topic.objects.filter(track=judge.track, uuid__in=names)
        topics = frozenset(rows.values_list("pk", flat=True))
    scope = Scope(judge, str(params.get("subject", "")), topics)
    return machine_for(str(params["label"])), scope


def _by_model(
    running: Running, machine: Machine, scope: Scope, plan: Plan, asker: Asker
) -> int:
    given, total = 0, len(plan.units)
    running.step(0, total)

    def work(question: Question) -> list[NewLabel]:
        return _asked(question, scope.judge, asker)

    with asker.each(_questions(machine, scope, plan.units), work) as answers:
        for done, (question, answer) in enumerate(answers, start=1):
            running.check()
            try:
                rows = answer.result()
            except ItemFailed as error:
                running.failure(question.name, str(error))
            else:
                given += _write(running, machine, scope, rows)
            running.step(done, total, question.name)
    return given


def _asked(question: Question, judge: Judge, asker: Asker) -> list[NewLabel]:
    """Return the labels that a model gives, after a second question if need be.

    Raise ItemFailed.
    """
    if question.known is not None:
        return _rows(question, question.known, None)
    ids = {"judge": str(judge.uuid), **question.ids}
    if judge.takes_pairs:
        return _asked_by_pairs(question, asker, ids)
    parsed = asker.ask(question.prompt, question.values, question.parse, ids=ids)
    following = question.then(parsed.value)
    if following is not None:
        return _asked(following, judge, asker)
    call = Call.objects.get(uuid=parsed.reply.call)
    return _rows(question, parsed.value, call)


def _asked_by_pairs(
    question: Question, asker: Asker, ids: Mapping[str, object]
) -> list[NewLabel]:
    found: list[Probabilities] = []
    calls: list[Call] = []
    for start in range(0, len(question.pairs), PAIRS_A_CALL):
        some = question.pairs[start : start + PAIRS_A_CALL]
        parsed = asker.entailments(some, ids=ids)
        found += parsed.value
        calls += [Call.objects.get(uuid=parsed.reply.call)] * len(some)
    given = zip(_rows(question, question.by_pairs(found), None), calls, strict=True)
    return [row._replace(call=call) for row, call in given]


def _by_rule(running: Running, machine: Machine, scope: Scope, plan: Plan) -> int:
    given, total = 0, len(plan.units)
    for start in range(0, total, CHUNK):
        running.check()
        units = plan.units[start : start + CHUNK]
        rows = [
            row
            for question in machine.load(scope, units)
            for row in _rows(question, question.baseline(), None)
        ]
        given += _write(running, machine, scope, rows)
        running.step(min(start + CHUNK, total), total, "By the baseline")
    return given


def _questions(
    machine: Machine, scope: Scope, units: Sequence[Unit]
) -> Iterator[Question]:
    for start in range(0, len(units), CHUNK):
        yield from machine.load(scope, units[start : start + CHUNK])


def _rows(
    question: Question, verdicts: Sequence[Verdict], call: Call | None
) -> list[NewLabel]:
    return [
        NewLabel(item, verdict.value, dict(verdict.details), call)
        for item, verdict in zip(question.items, verdicts, strict=True)
    ]


def _write(
    running: Running, machine: Machine, scope: Scope, rows: Sequence[NewLabel]
) -> int:
    """Write labels while the job is ours; return their number.

    If another job of the same judge wrote one first, the second attempt finds it.
    """
    try:
        _record(running, machine, scope, rows)
    except IntegrityError:
        _record(running, machine, scope, rows)
    return len(rows)


def _record(
    running: Running, machine: Machine, scope: Scope, rows: Sequence[NewLabel]
) -> None:
    with transaction.atomic():
        running.fence()
        if machine.record:
            machine.record(scope, rows)
        else:
            record_labels(machine.kind, scope.judge, rows, now=timezone.now())
