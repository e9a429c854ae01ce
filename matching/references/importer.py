"""Imports of gold answers, and of scores by measures that are not computed here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.judges import (
    judge_for,
    land_judge,
    unlanded_judges,
    unseen_judge,
)
from assess.judging.models import Judge
from matching.models import OtherScore, ReferenceAnswer
from matching.track import has_matching
from runs.forms.imports import ReplaceForm
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.lines import read_lines
from runs.kernel.checks.repeats import Repeats
from runs.kernel.formats.ikat_responses import read_responses
from runs.kernel.words import count_split
from runs.models import Run, Topic

BATCH = 2_000
LONGEST_MEASURE = 64
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")

Written = tuple[str, tuple[str, ...]]  # text and nuggets


class AnswersPlan(NamedTuple):
    """The answers by topic's row number, and the author if there is one already."""

    answers: dict[int, Written]
    judge: Judge | None


class AnswersImporter:
    """Imports one author's gold answers; an empty one was not written."""

    def check(self, incoming: Incoming) -> AnswersPlan:
        """Read every answer."""
        topics = dict(incoming.track.topics.values_list("name", "pk"))
        answers: dict[int, Written] = {}
        with incoming.open() as source:
            for record in read_responses(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            ):
                topic = topics.get(record.topic)
                if topic is None:
                    incoming.notes.add("unknown_topic", None, "turn", record.topic)
                elif topic in answers:
                    incoming.notes.add("duplicate_topic", None, record.topic)
                elif record.text.strip():
                    incoming.note_text(None, record.topic, record.text)
                    nuggets = (*(record.matched or ()), *(record.unmatched or ()))
                    answers[topic] = (record.text, nuggets)
        incoming.report.raise_if_errors()
        if not answers:
            raise Refused("The file contains no answer.")
        judge = judge_for(incoming)
        there = _answers_of(judge) if judge else {}
        if there == answers:
            raise Unchanged
        if there and not incoming.flag("replace"):
            raise Refused(
                f"{incoming.param('judge')} has {len(there):,} gold answers already. "
                f"{incoming.to_replace} to change them, or give these another "
                "author's name."
            )
        return AnswersPlan(answers, judge)

    def write(self, incoming: Incoming, plan: AnswersPlan) -> dict[str, int]:
        """Store a new author's answers, hidden; those of a known one come later."""
        if plan.judge is None:
            with transaction.atomic():
                _store_answers(unseen_judge(incoming, {}), plan.answers)
        return {"gold answers": len(plan.answers)}

    def land(self, incoming: Incoming, plan: AnswersPlan) -> None:
        """Make the new author visible, or replace a known one's answers."""
        if plan.judge is None:
            land_judge(incoming)
            return
        ReferenceAnswer.objects.filter(author=plan.judge).delete()
        _store_answers(plan.judge, plan.answers)

    def discard(self, incoming: Incoming) -> None:
        """Delete a hidden author with the answers."""
        for judge in unlanded_judges(incoming):
            with transaction.atomic():
                ReferenceAnswer.objects.filter(author=judge).delete()
                judge.delete()


def _answers_of(judge: Judge) -> dict[int, Written]:
    rows = ReferenceAnswer.objects.filter(author=judge)
    return {row.topic_id: (row.text, tuple(row.nuggets)) for row in rows}


def _store_answers(judge: Judge, answers: dict[int, Written]) -> None:
    ReferenceAnswer.objects.bulk_create(
        [
            ReferenceAnswer(
                topic_id=topic,
                author=judge,
                text=text,
                words=count_split(text),
                nuggets=list(nuggets),
            )
            for topic, (text, nuggets) in answers.items()
        ],
        batch_size=BATCH,
    )


GOLD_ANSWERS = register(
    ImportKind(
        name="gold_answers",
        title="Gold answers",
        hint="CONE-RAG’s file of gold answers by turn, {turn: {name: {response}}}.",
        turn=42,
        after="After the topics.",
        form=LabelImportForm,
        importer=AnswersImporter(),
        fits=has_matching,
    )
)

Key = tuple[str, int, int]  # measure, run, topic


class ScoresPlan(NamedTuple):
    """The scores, and the keys of those that they replace."""

    values: dict[Key, float]
    replaced: list[int]


class ScoresImporter:
    """Imports scores of runs on topics, in four columns."""

    def check(self, incoming: Incoming) -> ScoresPlan:
        """Read every score; means over all topics are left out."""
        values = dict(_scores(incoming))
        incoming.report.raise_if_errors()
        if not values:
            raise Refused("The file contains no score.")
        rows = OtherScore.objects.filter(
            track=incoming.track, measure__in={measure for measure, _, _ in values}
        )
        there = {
            (measure, run, topic): (pk, value)
            for pk, measure, run, topic, value in rows.values_list(
                "pk", "measure", "run", "topic", "value"
            )
        }
        fresh = {
            key: value
            for key, value in values.items()
            if key not in there or there[key][1] != value
        }
        if not fresh:
            raise Unchanged
        replaced = [there[key][0] for key in fresh if key in there]
        if replaced and not incoming.flag("replace"):
            raise Refused(
                f"{len(replaced):,} of these scores are in already with other values. "
                f"{incoming.to_replace} to change them, or name the measure otherwise."
            )
        return ScoresPlan(fresh, replaced)

    def write(self, incoming: Incoming, plan: ScoresPlan) -> dict[str, int]:
        """Write nothing: scores are few, and are written by `land`."""
        return {"scores": len(plan.values)}

    def land(self, incoming: Incoming, plan: ScoresPlan) -> None:
        """Write the scores."""
        for start in range(0, len(plan.replaced), BATCH):
            some = plan.replaced[start : start + BATCH]
            OtherScore.objects.filter(pk__in=some).delete()
        OtherScore.objects.bulk_create(
            [
                OtherScore(
                    track=incoming.track,
                    measure=measure,
                    run_id=run,
                    topic_id=topic,
                    value=value,
                )
                for (measure, run, topic), value in plan.values.items()
            ],
            batch_size=BATCH,
        )

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is stored before `land`."""


def _scores(incoming: Incoming) -> Iterator[tuple[Key, float]]:
    runs = dict(
        Run.objects.visible().filter(track=incoming.track).values_list("name", "pk")
    )
    topics = dict(Topic.objects.filter(track=incoming.track).values_list("name", "pk"))
    repeats = Repeats(incoming.notes)
    with incoming.open() as source:
        for number, text in read_lines(source, incoming.notes, limit=incoming.limit):
            cells = text.split()
            if len(cells) != 4:
                expected = "4 columns: run topic measure value"
                incoming.notes.add("wrong_columns", number, "", len(cells), expected)
                continue
            run, topic, measure, value = cells
            if topic == "all":
                continue
            incoming.note_long(number, "measure", measure, LONGEST_MEASURE)
            if not _NUMBER.fullmatch(value) or not math.isfinite(float(value)):
                incoming.notes.add("bad_score", number, "value", value)
            elif run not in runs:
                incoming.notes.add("no_run", number, "run", run)
            elif topic not in topics:
                incoming.notes.add("unknown_topic", number, "topic", topic)
            elif repeats.is_first((measure, run, topic), float(value), number):
                yield (measure, runs[run], topics[topic]), float(value)


SCORES = register(
    ImportKind(
        name="scores",
        title="Scores of other measures",
        hint="Four columns: run topic measure value, such as BEM or groundedness.",
        turn=57,
        after="After the runs.",
        form=ReplaceForm,
        importer=ScoresImporter(),
        fits=has_matching,
    )
)
