"""The work of scoring answers by a model: one answer at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.urls import reverse

from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from llm.kernel.forms import label_form
from llm.kernel.prompt import Value
from llm.models import Call
from matching.answer_scores.actions import check_scorer
from matching.answer_scores.measures import (
    LLMEVAL,
    MEASURES,
    PROMPTS,
    Scored,
    measure_by,
)
from matching.answer_scores.units import AnswerUnit, units_of
from matching.kernel.replies import read_first_yes_no
from matching.models import OtherScore
from runs.models import Topic


class Scorer(NamedTuple):
    """A judge, the measure that it gives, and its questions to the model."""

    judge: Judge
    measure: Scored
    asker: Asker


def score_answers(running: Running) -> dict[str, object]:
    """Give the scores that a judge has not given yet; return the resulting counts."""
    judge, measure = _read(running)
    check_scorer(judge, measure)
    units = list(units_of(judge.track, measure, _topics(running)))
    if not units:
        what = "gold answer" if measure == LLMEVAL else "response"
        raise JobError(f"There is no {what} on the chosen topics.")
    name = measure_by(measure, judge)
    rows = OtherScore.objects.filter(track=judge.track, measure=name)
    done = set(rows.values_list("run", "topic"))
    missing = [each for each in units if (each.run.pk, each.topic.pk) not in done]
    asker = Asker(judge, running, (PROMPTS[measure],))
    counts: Counter[str] = Counter()
    scorer = Scorer(judge, measure, asker)
    with asker.each(missing, partial(_scored, scorer)) as answers:
        for place, (unit, answer) in enumerate(answers, start=1):
            running.check()
            _write_one(running, scorer, unit, answer.result, counts)
            running.step(place, len(missing), f"scoring answers, turn {unit.topic}")
    return {
        "scores given": counts["given"],
        "scores there before": len(units) - len(missing),
        "answers without a passage": counts["bare"],
        **asker.facts,
        "link": reverse("matching:answer_scores", args=[judge.track.uuid]),
    }


def _read(running: Running) -> tuple[Judge, Scored]:
    judges = Judge.objects.visible().filter(track__uuid=running.scope)
    uuid = str(running.params["judge"])
    judge = judges.select_related("track").filter(uuid=uuid).first()
    if judge is None:
        raise JobError("The judge no longer exists.")
    measure = next(each for each in MEASURES if each == running.params["measure"])
    return judge, measure


def _topics(running: Running) -> frozenset[int] | None:
    names = running.params.get("topics")
    if not isinstance(names, list) or not names:
        return None
    rows = Topic.objects.filter(track__uuid=running.scope, uuid__in=names)
    return frozenset(rows.values_list("pk", flat=True))


def _scored(scorer: Scorer, unit: AnswerUnit) -> tuple[float, Call | None] | None:
    """Return a score and its call, None without a passage; raise ItemFailed."""
    if unit.beside is None:
        return None
    ids = {
        "judge": str(scorer.judge.uuid),
        "run": str(unit.run.uuid),
        "topic": str(unit.topic.uuid),
    }
    return _value(scorer.measure, unit, scorer.asker, ids)


def _write_one(
    running: Running,
    scorer: Scorer,
    unit: AnswerUnit,
    score: Callable[[], tuple[float, Call | None] | None],
    counts: Counter[str],
) -> None:
    judge, measure, _ = scorer
    try:
        found = score()
    except ItemFailed as error:
        running.failure(f"Turn {unit.topic}, {unit.run}", str(error))
        return
    if found is None:
        counts["bare"] += 1
        return
    value, call = found
    try:
        with transaction.atomic():
            running.fence()
            OtherScore.objects.create(
                track=judge.track,
                run=unit.run,
                topic=unit.topic,
                measure=measure_by(measure, judge),
                value=value,
                judge=judge,
                call=call,
            )
    except IntegrityError:  # another job of the same judge wrote it first
        return
    counts["given"] += 1


def _value(
    measure: Scored, unit: AnswerUnit, asker: Asker, ids: dict[str, str]
) -> tuple[float, Call | None]:
    """Return a score and its call, None without one; raise ItemFailed.

    LLMEval: 1 if the answer is correct by any gold answer, 0 without an answer.
    Groundedness: 1 if the answer holds nothing that the passages lack.
    """
    if not unit.text.strip():
        return 0.0, None
    beside = unit.beside or ()
    if measure != LLMEVAL:
        values: dict[str, Value] = {"passages": beside, "answer": unit.text}
        adds, call = _asked(asker, measure, values, ids)
        return float(not adds), call
    last: Call | None = None
    for reference in beside:
        values = {
            "question": unit.topic.text,
            "reference": reference,
            "answer": unit.text,
        }
        is_right, last = _asked(asker, measure, values, ids)
        if is_right:
            return 1.0, last
    return 0.0, last


def _asked(
    asker: Asker, measure: Scored, values: dict[str, Value], ids: dict[str, str]
) -> tuple[bool, Call | None]:
    form = label_form(read_first_yes_no, allowed=("yes", "no"))
    parsed = asker.ask(PROMPTS[measure], values, form, ids=ids, stand_in=False)
    return parsed.value, Call.objects.filter(uuid=parsed.reply.call).first()
