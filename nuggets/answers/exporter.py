"""The export of gold answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from assess.judging.models import Allocation
from nuggets.banks.parts import BANK, described_bank
from nuggets.models import Bank, GoldAnswer, Nugget
from runs.kernel.words import COUNTERS
from runs.models import Segment


def make_answers(wanted: Wanted) -> Export:
    """Return every answer that is not empty; `finished` marks the finished ones."""
    bank = wanted.parts["bank"]
    rows = list(_rows(wanted, bank))
    if not rows:
        raise CannotExport(f"Nobody has written an answer over {bank} on these topics.")
    unfinished = sum(not row["finished"] for row in rows)
    notes = {"bank": described_bank(bank, wanted.named()), "unfinished": unfinished}
    left_out = [LeftOut("unfinished answers", unfinished, "in the file, so marked")]
    return Export(
        iter([ExportFile("gold-answers.jsonl", map(json_line, rows))]), notes, left_out
    )


def _rows(wanted: Wanted, bank: Bank) -> Iterator[dict[str, Any]]:
    found = GoldAnswer.objects.filter(bank=bank, topic__deleted_at=None)
    found = found.select_related("topic", "author")
    if wanted.topics is not None:
        found = found.filter(topic__in=wanted.topics)
    answers = [answer for answer in found if answer.text.strip()]
    nuggets = _named(
        Nugget, "text", (uuid for each in answers for uuid in each.covered)
    )
    docids = _named(Segment, "docid", (uuid for each in answers for uuid in each.used))
    finished = _finished(bank)
    count = COUNTERS[wanted.track.profile.responses.word_counter]
    for answer in sorted(answers, key=lambda each: (each.topic.name, str(each.author))):
        yield {
            "qid": answer.topic.name,
            "query": answer.topic.text,
            "author": str(answer.author),
            "answer": answer.text,
            "words": count(answer.text),
            "nuggets": [nuggets[uuid] for uuid in answer.covered if uuid in nuggets],
            "passages": [docids[uuid] for uuid in answer.used if uuid in docids],
            "finished": (answer.topic_id, answer.author_id) in finished,
            "version": answer.version,
        }


def _named(
    model: type[Nugget | Segment], column: str, uuids: Iterator[str]
) -> dict[str, str]:
    rows = model.objects.filter(uuid__in=set(uuids)).values_list("uuid", column)
    return {str(uuid): name for uuid, name in rows}


def _finished(bank: Bank) -> set[tuple[int, int]]:
    work = Allocation.objects.held().filter(work="answers", subject=str(bank.uuid))
    done = work.exclude(finished_at=None)
    return set(done.values_list("topic", "assessor"))


ANSWERS = register(
    Exporter(
        name="gold-answers",
        title="Gold answers",
        says="Each person's answer with the nuggets it covers and the passages used.",
        parts=(BANK,),
        make=make_answers,
    )
)
