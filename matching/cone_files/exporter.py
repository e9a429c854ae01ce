"""The export of CONE-RAG's output files, under its rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import fmean

from django.db.models import Model

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.names import file_stems
from assess.exchange.exports.parts import described
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    Wanted,
    register,
)
from assess.judging.labels.overlap import judges_behind
from assess.judging.models import Judge
from matching.cone_files.decisions import Coverage, coverages, matched_pairs
from matching.extraction.judges import first_extractor
from matching.gold import GoldList, gold_lists
from matching.match.kind import MATCH
from matching.models import EntailLabel, JudgedPairs
from matching.scores.basis import PAIRS, Basis
from matching.scores.exporter import JUDGE
from matching.scores.runs import scores_of
from nuggets.banks.parts import BANK, described_bank


def make_cone_files(wanted: Wanted) -> Export:
    """Return the results by pairs (NtN) and by responses (NtR) of a judge."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    asked = wanted.topic_names()
    lists = {t: each for t, each in gold_lists(bank).items() if t in asked}
    extractor = first_extractor(wanted.track)
    by_response = list(coverages(judge, lists))
    by_pairs = _by_pairs(wanted, extractor, lists) if extractor else []
    if not by_pairs and not by_response:
        raise CannotExport(f"{judge} decided on no nugget of {bank}.")
    notes = {
        "judge": described(judge),
        "bank": described_bank(bank, wanted.named()),
        "rules": "cone-rag",
        "response_nuggets": described(extractor) if extractor and by_pairs else None,
    }
    return Export(iter([*by_pairs, *_by_responses(by_response)]), notes)


def _by_pairs(
    wanted: Wanted, extractor: Judge, lists: dict[int, GoldList]
) -> list[ExportFile]:
    """Return the files of CONE-RAG's NtN, none where nothing was judged by pairs."""
    bank, judge = wanted.parts["bank"], wanted.parts["judge"]
    behind = judges_behind(judge)
    models: tuple[type[Model], ...] = (EntailLabel, JudgedPairs)
    own = [each._default_manager.filter(judge__in=behind) for each in models]  # noqa: SLF001
    if not any(rows.exists() for rows in own):
        return []
    topics = None if wanted.topics is None else frozenset(lists)
    rows = scores_of(Basis(bank, judge, PAIRS, extractor, topics), "cone-rag")
    if not rows:
        return []
    results = {
        row.run.name: {"precision": row.scores.precision, "recall": row.scores.recall}
        for row in rows
    }
    found = matched_pairs(judge, extractor, lists)
    ids = {
        "predicted_gold_nuggets": found.gold,
        "predictive_response_nuggets": found.nuggets,
    }
    return [
        ExportFile("entailment_results.json", [_written(results)]),
        ExportFile("nuggets_results.json", [_written(ids)]),
    ]


def _by_responses(rows: list[Coverage]) -> Iterator[ExportFile]:
    """Yield the files of CONE-RAG's NtR, two for each run."""
    runs = list(dict.fromkeys(row.run for row in rows))
    stems = file_stems(runs)
    for run in runs:
        own = [row for row in rows if row.run == run]
        lines = (
            json_line(
                {
                    "topic_turn_id": row.topic,
                    "covered": row.covered,
                    "uncovered": row.uncovered,
                    "recall": row.recall,
                    "response": None,
                }
            )
            for row in own
        )
        yield ExportFile(f"coverage_{stems[run]}.jsonl", lines)
        mean = {"model_recall": fmean(row.recall for row in own)}
        yield ExportFile(f"recall_{stems[run]}.json", [_written(mean)])


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=4) + "\n"


CONE_FILES = register(
    Exporter(
        name="cone-rag",
        title="CONE-RAG’s output files",
        says="Precision and recall of each run by pairs of nuggets, the ids that match "
        "and coverage by responses, under CONE-RAG’s rules.",
        parts=(BANK, JUDGE),
        make=make_cone_files,
        kind=MATCH.name,
        folder=True,
        reader="CONE-RAG",
    )
)
