"""The export of graded passages, as the rubric workbench writes them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.db.models import Q

from assess.exchange.exports.columns import keys_sorted
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from assess.judging.judges.order import first_with_labels
from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.banks.lists import TopicList, current_lists
from exams.banks.parts import BANK, described_bank
from exams.grading.kind import EXAM
from exams.models import ExamLabel, ExamPassage
from runs.models import RankedList, Topic, Track

JUDGE = judge_of_kind(EXAM.name)
CORRECT = 1  # the grade from which the workbench counts an answer as correct
Row = dict[str, Any]


class Given(NamedTuple):
    """A grade and its reply, None without one."""

    value: int
    reply: str | None


def make_graded(wanted: Wanted) -> Export:
    """Return an array for each topic: its passages with grades, labels and ranks."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    topics = None if wanted.topics is None else [t.pk for t in wanted.topics]
    lists = current_lists(bank, topics)
    notes: dict[str, object] = {
        "judge": described(judge),
        "bank": described_bank(bank, wanted.named()),
    }
    relevance = first_with_labels(wanted.track, RELEVANCE)
    if relevance:
        notes["relevance"] = described(relevance)
    lines = _lines(wanted.track, lists, judge, relevance)
    return Export(iter([ExportFile("graded.jsonl.gz", lines)]), notes)


def _lines(
    track: Track, lists: dict[int, TopicList], judge: Judge, relevance: Judge | None
) -> Iterator[str]:
    judge.track = track
    if relevance:
        relevance.track = track
    for each in lists.values():
        rows = _passages(each, judge, relevance)
        if rows:
            row = [each.version.topic.name, rows]
            yield json.dumps(row, ensure_ascii=False) + "\n"


def _passages(each: TopicList, judge: Judge, relevance: Judge | None) -> list[Row]:
    topic = each.version.topic
    grades = _grades(each, judge)
    human: Mapping[tuple[int, ...], str] = {}
    if relevance:
        human = labels_of(relevance, RELEVANCE, where=Q(topic=topic))
    ranks = _ranks(topic)
    passages = ExamPassage.objects.filter(topic=topic).select_related("segment")
    return [
        {
            "paragraph_id": _name(passage),
            "text": passage.words,
            "paragraph_data": {
                "judgments": _judgments(topic, passage, human),
                "rankings": [
                    {
                        "method": run,
                        "paragraphId": _name(passage),
                        "queryId": topic.name,
                        "rank": rank,
                        "score": score,
                    }
                    for run, rank, score in ranks.get(passage.segment_id or 0, ())
                ],
            },
            "exam_grades": [_block(each, judge, own)],
        }
        for passage in passages.order_by("pk")
        if (own := grades.get(passage.same_as_id or passage.pk))
    ]


def _name(passage: ExamPassage) -> str:
    return passage.segment.docid if passage.segment else passage.md5


def _grades(each: TopicList, judge: Judge) -> dict[int, dict[int, Given]]:
    """Return the grades by passage and question, on the active questions."""
    where = Q(question__in=[row.question_id for row in each.active])
    found: dict[int, dict[int, Given]] = defaultdict(dict)
    for item, value in labels_of(judge, EXAM, where=where).items():
        found[item[1]][item[0]] = Given(int(value), None)
    own = ExamLabel.objects.filter(where, judge=judge, round=0, repeat=0)
    columns = ("passage", "question", "details")
    for passage, question, details in own.values_list(*columns):
        given = found[passage].get(question)
        reply = details.get("reply", details.get("answer"))  # a person's: as marked
        if given and isinstance(reply, str):
            found[passage][question] = given._replace(reply=reply)
    return found


def _judgments(
    topic: Topic, passage: ExamPassage, human: Mapping[tuple[int, ...], str]
) -> list[Row]:
    grade = human.get((topic.pk, passage.segment_id or 0))
    if grade is None:
        return []
    return [
        {
            "paragraphId": _name(passage),
            "query": topic.name,
            "relevance": int(grade),
            "titleQuery": topic.name,
        }
    ]


def _ranks(topic: Topic) -> dict[int, list[tuple[str, int, float]]]:
    found: dict[int, list[tuple[str, int, float]]] = defaultdict(list)
    lists = RankedList.objects.visible().filter(topic=topic)
    columns = ("run__name", "segment_ids", "scores")
    for run, segments, scores in lists.order_by("run").values_list(*columns):
        for rank, (segment, score) in enumerate(
            zip(segments, scores, strict=True), start=1
        ):
            found[segment].append((run, rank, score))
    return found


def _block(each: TopicList, judge: Judge, own: Mapping[int, Given]) -> Row:
    rows = [
        (row.question.public_id, row.question.form, own[row.question_id])
        for row in each.active
        if row.question_id in own
    ]
    right = [name for name, _, given in rows if given.value >= CORRECT]
    told = _told(judge)
    return {
        "correctAnswered": right,
        "wrongAnswered": [name for name, _, given in rows if name not in right],
        "answers": [
            [name, given.reply] for name, _, given in rows if given.reply is not None
        ],
        "llm": told.get("llm", judge.model or judge.name),
        "llm_options": told.get("llm_options", {}),
        "exam_ratio": len(right) / len(rows),
        "prompt_info": told.get("prompt_info", _described_prompt(judge)),
        "self_ratings": [
            {f"{_prefix(form)}_id": name, "self_rating": given.value}
            for name, form, given in rows
        ],
        "prompt_type": told.get("prompt_type", _prefix(rows[0][1])),
    }


def _told(judge: Judge) -> Row:
    """Return an import's description of its judge, in one order from any database."""
    said = judge.parameters.get("exam", {}) if judge.kind == Judge.IMPORT else {}
    return cast(Row, keys_sorted(said))


def _prefix(form: str) -> str:
    return "nugget" if form == "key_fact" else "question"


def _described_prompt(judge: Judge) -> Row:
    names: Sequence[str] = sorted(judge.prompts)
    said = " ".join(f"{name} {judge.prompts[name]}" for name in names)
    return {"prompt_class": said or judge.kind, "is_self_rated": True}


EXAM_GRADES = register(
    Exporter(
        name="exam-grades",
        title="Graded passages",
        says="Passages with a judge’s grades and replies, relevance and ranks.",
        parts=(BANK, JUDGE),
        make=make_graded,
        kind=EXAM.name,
        reader="the rubric workbench (EXAM, RUBRIC)",
    )
)
