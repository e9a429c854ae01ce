"""The content of the judges' pages, in a fixed number of queries."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from assess.judging.kernel.panels import MIDDLES
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.availability import counted_labels
from assess.judging.machine.baselines import all_baselines
from assess.judging.machine.readiness import PRICE, SETTINGS
from assess.judging.machine.settings import settings_in_words
from assess.judging.models import Judge
from config.operations.readings import rows_of
from jobs.models import Job, JobQuerySet
from llm.models import Call, CallQuerySet, CallState
from llm.registry import prompt_names
from runs.models import Track

LATEST = 10  # failed calls shown


class JudgeRow(NamedTuple):
    """A judge, a short description, and the number of its labels of each kind."""

    judge: Judge
    what: str
    labels: list[int]


class JudgeCost(NamedTuple):
    """The usage of the model by a judge's jobs; None if nothing is known."""

    calls: int
    answered: int
    failed: int
    under_way: int
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float | None
    cost: Decimal | None


def judge_rows(track: Track) -> list[JudgeRow]:
    """Return a track's judges by name with the number of labels each gave."""
    judges = list(
        Judge.objects.visible()
        .filter(track=track)
        .prefetch_related("memberships_of_panel__member")
    )
    given = rows_of([_counts(kind, track, judges) for kind in kinds_of(track)])
    counts = [dict(rows) for rows in given]
    return [
        JudgeRow(judge, what_it_is(judge), [found.get(judge.pk, 0) for found in counts])
        for judge in judges
    ]


def _counts(kind: Kind, track: Track, judges: list[Judge]) -> QuerySet[Any, Any]:
    rows = counted_labels(kind, track).filter(judge__in=judges).order_by()
    return rows.values_list("judge").annotate(number=Count("pk"))


def about(judge: Judge) -> str:
    """Return one or two sentences about a judge, "" if there is nothing to say."""
    rules = {each.name: each.description for each in all_baselines()}
    return judge.description or rules.get(judge.baseline, "")


def what_it_is(judge: Judge) -> str:
    """Return a short description of a judge."""
    if judge.kind == Judge.MODEL:
        return judge.model
    if judge.kind == Judge.BASELINE:
        titles = {each.name: each.title for each in all_baselines()}
        title = titles.get(judge.baseline, judge.baseline)
        threshold = judge.parameters.get(Judge.THRESHOLD)
        return title if threshold is None else f"{title}, above {threshold} %"
    if judge.kind == Judge.PANEL:
        return _panel(judge)
    return judge.description


def _panel(judge: Judge) -> str:
    rule = judge.rule.replace("_", " ")
    if judge.rule == "assessors":
        return "all assessors of the track"
    names = [place.member.name for place in judge.memberships_of_panel.all()]
    if not names:
        return f"{rule} of all assessors"
    return f"{rule} of {', '.join(names)}{_middle(judge.rule, len(names))}"


def _middle(rule: str, members: int) -> str:
    """Return how a median treats two labels in the middle."""
    if rule not in MIDDLES:
        return ""
    which = MIDDLES[rule]
    if members == 2:
        return f": where they differ, the {which} of the two labels"
    return f": of an even number of labels, the {which} of the two in the middle"


def labels_by_kind(judge: Judge) -> list[tuple[Kind, int]]:
    """Return how many labels a judge gave, by kind."""
    return [
        (kind, counted_labels(kind, judge.track).filter(judge=judge).count())
        for kind in kinds_of(judge.track)
    ]


def parameters_of(judge: Judge) -> list[tuple[str, object]]:
    """Return a model judge's own parameters, without the price, and its settings."""
    kept = (PRICE, SETTINGS)
    named = {
        Judge.BATCH: "gold nuggets in a call, by responses",
        Judge.THRESHOLD: "threshold in percent",
    }
    own = ((k, v) for k, v in judge.parameters.items() if k not in kept)
    told = sorted((named.get(name, name), value) for name, value in own)
    return [*told, *settings_in_words(judge)]


def prompts_of(judge: Judge) -> list[tuple[str, str]]:
    """Return the version of each prompt, fixed when a model judge was created."""
    return [(name, judge.prompts.get(name, "")) for name in prompt_names()]


def jobs_of(judge: Judge) -> JobQuerySet:
    """Return the jobs of a judge, newest first."""
    jobs = Job.objects.for_scope(judge.track.uuid)
    return jobs.filter(params__judge=str(judge.uuid))


def _calls(judge: Judge) -> CallQuerySet:
    jobs: list[UUID] = list(jobs_of(judge).values_list("uuid", flat=True))
    return Call.objects.filter(job__in=jobs)


def spent_by(judge: Judge) -> JudgeCost:
    """Return the usage of the model by a judge's jobs."""
    calls = _calls(judge)
    counted = calls.aggregate(
        calls=Count("pk"),
        answered=Count("pk", filter=Q(state=CallState.ANSWERED)),
        under_way=Count("pk", filter=Q(state=CallState.STARTED)),
    )
    failed = counted["calls"] - counted["answered"] - counted["under_way"]
    sums: dict[str, Any] = calls.totals()
    return JudgeCost(failed=failed, **counted, **sums)


def failed_calls(judge: Judge) -> QuerySet[Call]:
    """Return the last calls of a judge's jobs that brought no reply."""
    ended = (CallState.FAILED, CallState.INTERRUPTED)
    return _calls(judge).filter(state__in=ended).order_by("-pk")[:LATEST]
