"""The answers that a measure scores, each with what it is compared with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from matching.answer_scores.measures import LLMEVAL, TOP_PASSAGES, Scored
from matching.references.answers import gold_answers
from runs.models import Citation, Response, Run, Segment, Topic, Track


class AnswerUnit(NamedTuple):
    """A run's answer to a turn, "" if it has none, and the texts beside it.

    beside: the gold answers, or the top passages; None where there is none to compare
    with.
    """

    run: Run
    topic: Topic
    text: str
    beside: tuple[str, ...] | None


def units_of(
    track: Track, measure: Scored, topics: Collection[int] | None
) -> Iterator[AnswerUnit]:
    """Yield every answer that a measure scores, in the order of turns and runs.

    LLMEval scores each turn with a gold answer, unanswered ones too; groundedness each
    answer with words.
    """
    rows = Response.objects.visible().filter(run__track=track)
    runs = Run.objects.visible().filter(pk__in=rows.values("run")).order_by("name")
    every = track.topics.order_by("position", "pk")
    chosen = [each for each in every if topics is None or each.pk in topics]
    gold = gold_answers(track) if measure == LLMEVAL else {}
    listed = list(runs)
    for topic in chosen:
        if measure == LLMEVAL and topic.pk not in gold:
            continue
        own = {each.run_id: each for each in rows.filter(topic=topic)}
        passages = {} if gold else _passages(track, list(own.values()))
        for run in listed:
            answer = own.get(run.pk)
            text = answer.text if answer else ""
            if gold:
                yield AnswerUnit(run, topic, text, tuple(gold[topic.pk]))
            elif answer and text.strip():
                yield AnswerUnit(run, topic, text, passages.get(answer.pk))


def _passages(track: Track, answers: Sequence[Response]) -> dict[int, tuple[str, ...]]:
    """Return the texts of each answer's first passages: its references, else citations.

    Answers without any text of a passage are left out.
    """
    cited: dict[int, list[str]] = defaultdict(list)
    rows = Citation.objects.filter(sentence__response__in=answers)
    ordered = rows.order_by("sentence__position", "position")
    for response, docid in ordered.values_list("sentence__response", "segment__docid"):
        cited[response].append(docid)
    wanted = {
        each.pk: list(dict.fromkeys([*each.references, *cited[each.pk]]))[:TOP_PASSAGES]
        for each in answers
    }
    docids = {docid for some in wanted.values() for docid in some}
    segments = Segment.objects.with_text().filter(track=track, docid__in=docids)
    texts = dict(segments.values_list("docid", "text"))
    found = {
        pk: tuple(texts[docid] for docid in some if docid in texts)
        for pk, some in wanted.items()
    }
    return {pk: own for pk, own in found.items() if own}
