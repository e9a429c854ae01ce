"""Exports of leaderboards: any family's, in the formats of other programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import cast

from assess.analysis.scores.arrays import NoGround, Rules, Scored, Unanswered, narrowed
from assess.analysis.scores.families import Family
from assess.analysis.scores.initial_conditions import first_parts
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import compared
from assess.analysis.scores.leaderboard.files import (
    entries,
    ir_measures_lines,
    latex_lines,
    pair_lines,
    run_lines,
    topic_lines,
    tot_lines,
    trec_eval_files,
)
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.exchange.cells import DIGITS, Cells
from assess.exchange.exports.columns import (
    CELLS,
    PRECISION,
    cells_of,
    check_words,
    json_line,
)
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Part,
    Wanted,
    register,
)

FORM = Option(
    "form",
    "Form",
    (
        ("csv", "CSV: a line for each run, with intervals"),
        ("topics", "CSV: a line for each run and topic"),
        ("pairs", "CSV: a line for each pair of runs, with corrected p"),
        ("ir_measures", "ir_measures: run topic measure value"),
        ("trec_eval", "trec_eval: measure topic value, a file a run"),
        ("tot", "tot: run measure topic value"),
        ("rag4reports", "rag4reports: topic run measure value"),
        ("jsonl", "JSONL, with measures.yml"),
        ("latex", "LaTeX"),
    ),
)
UNANSWERED = Option(
    "unanswered",
    "Unanswered topics",
    (("zero", "count 0"), ("left_out", "are left out")),
)
NO_GROUND = (
    ("undefined", "are left out"),
    ("zero", "count 0, as in nuggetizer, RAGDoll and trec_eval"),
)
AS_THE_TRACK_SAYS = "track"  # of an option: the default of the family's form
FOLDERS = frozenset({"trec_eval", "jsonl"})
TESTED = ("csv", "pairs", "latex")
IN_WORDS = ("ir_measures", "trec_eval", "tot", "rag4reports")
Describe = Callable[[Wanted], dict[str, object]]


def export_board(
    family: Family,
    parts: tuple[Part, ...],
    describe: Describe,
    *,
    options: tuple[Option, ...] = (),
    name: str = "",
    title: str = "",
    kind: str = "",
    alias: str = "scores",
) -> Exporter:
    """Register the export of a family's leaderboard.

    parts and options have the names of the fields of the family's form; describe: the
    manifest's description of the parts. name, title: the export's, if they differ from
    the family's. kind: of the labels, without which a track does not offer it.
    alias: "" leaves it to another leaderboard with the same parts.
    """
    usual = sorted(NO_GROUND, key=lambda each: each[0] != family.rules.no_ground)
    rules = (UNANSWERED, Option("no_ground", "Undefined scores", tuple(usual)))
    return register(
        Exporter(
            name=name or f"{family.name}-scores",
            title=title or f"Leaderboard: {family.title.lower()}",
            says="Every judged run’s scores, their means as topic “all”.",
            parts=parts,
            make=partial(_make_wanted, family, rules, options, describe),
            kind=kind,
            options=(FORM, *rules, CELLS, PRECISION, *options),
            folder_forms=FOLDERS,
            reader="trec_eval’s readers, ir_measures, autojudge-evaluate, LaTeX",
            shows_scores=True,
            begins=partial(first_parts, family),
            alias=alias,
        )
    )


def _rules(unanswered: str, no_ground: str) -> Rules:
    return Rules(cast(Unanswered, unanswered), cast(NoGround, no_ground))


def _make_wanted(
    family: Family,
    rules: tuple[Option, Option],
    options: tuple[Option, ...],
    describe: Describe,
    wanted: Wanted,
) -> Export:
    absence = [wanted.option(each) for each in rules]
    chosen = {each.name: wanted.option(each) for each in options}
    return _make(wanted, family, _rules(*absence), describe, chosen)


def _make(
    wanted: Wanted,
    family: Family,
    rules: Rules,
    describe: Describe,
    options: Mapping[str, str],
) -> Export:
    page = _page(wanted, family, rules, options)
    form = wanted.option(FORM)
    if form in IN_WORDS:
        check_words("run", (run.name for run in page.board.scored.runs))
        check_words("topic", (topic.name for topic in page.board.scored.topics))
    notes = {**describe(wanted), **_apart(page.board)}
    files = _files(page, form, cells_of(wanted))
    return Export(files, notes, _left_out(page.board))


def _page(
    wanted: Wanted, family: Family, rules: Rules, options: Mapping[str, str]
) -> BoardPage:
    asked = {name: str(row.uuid) for name, row in wanted.parts.items()}
    asked |= {k: v for k, v in options.items() if v != AS_THE_TRACK_SAYS}
    form = family.form(asked, track=wanted.track)
    basis = form.basis if form.is_valid() else None
    scored = None if basis is None else family.score(basis)
    if scored is None or not scored.runs:
        raise CannotExport("Nothing that these runs gave is judged on these topics.")
    board = Board(narrowed(scored, topics=wanted.topics), rules)
    page = BoardPage(board, f"-{scored.primary}")
    if wanted.option(FORM) not in TESTED:
        return page
    return BoardPage(board, page.sort, compared(board.table(page.measure.name)))


def _files(page: BoardPage, form: str, cells: Cells) -> Iterator[ExportFile]:
    if form == "trec_eval":
        for name, lines in trec_eval_files(page, cells):
            # Other programs read every file of a folder, and use its name as the run's
            # tag.
            yield ExportFile(f"runs/{name.removesuffix('.eval')}", lines)
    elif form == "jsonl":
        yield ExportFile("leaderboard.jsonl", jsonl_lines(page))
        yield ExportFile("leaderboard.measures.yml", measure_lines(page))
    else:
        name, write = _FORMS[form]
        yield ExportFile(name, write(page, cells))


def jsonl_lines(page: BoardPage) -> Iterator[str]:
    """Yield every number as an object of run_id, topic_id, measure and value."""
    for run, topic, measure, value in entries(page):
        row = {"run_id": run, "topic_id": topic, "measure": measure, "value": value}
        yield json_line(row)


def measure_lines(page: BoardPage) -> Iterator[str]:
    """Yield the definition of each measure in the JSONL, as YAML."""
    yield "measures:\n"
    for measure in page.board.scored.measures:
        yield f"- name: {json.dumps(measure.name)}\n"
        yield "  dtype: float\n"
        yield f"  description: {json.dumps(measure.says, ensure_ascii=False)}\n"


def rag4reports_lines(page: BoardPage, cells: Cells) -> Iterator[str]:
    """Yield topic, run, measure, value."""
    for run, topic, measure, value in entries(page):
        yield f"{topic}\t{run}\t{measure}\t{cells.fixed(value, DIGITS)}\n"


_FORMS: dict[str, tuple[str, Callable[[BoardPage, Cells], Iterable[str]]]] = {
    "csv": ("leaderboard.csv", run_lines),
    "topics": ("topics.csv", topic_lines),
    "pairs": ("pairs.csv", pair_lines),
    "ir_measures": ("leaderboard.tsv", ir_measures_lines),
    "tot": ("leaderboard.tsv", tot_lines),
    "rag4reports": ("leaderboard.tsv", rag4reports_lines),
    "latex": ("leaderboard.tex", latex_lines),
}


def _apart(board: Board) -> dict[str, object]:
    """Return the separate remarks by name, for the manifest."""
    scored = board.scored
    return {
        "judged_topics": sorted(topic.name for topic in scored.topics),
        "undefined": {
            measure.name: sorted(topic.name for topic in board.groundless(measure.name))
            for measure in scored.measures
            if board.groundless(measure.name)
        },
        "rests_on": list(scored.notes),
        "runs_without_labels": sorted(run.name for run in scored.waiting),
    }


def _left_out(board: Board) -> list[LeftOut]:
    zero = board.rules.unanswered == "zero"
    return [
        LeftOut(
            "unanswered topics of runs",
            board.unanswered,
            "each counts 0" if zero else "in no mean",
        ),
        LeftOut("responses without any label", board.unjudged, "in no mean"),
        LeftOut("responses labelled in part", board.open, "in no mean that needs all"),
        LeftOut("runs without any label", len(board.scored.waiting), "have no line"),
        *_unjudged_within(board.scored),
    ]


def _unjudged_within(scored: Scored) -> Iterator[LeftOut]:
    """Yield the number of topics on which a part of a run's output is unjudged."""
    for measure in scored.measures:
        if measure.aside and measure.name.startswith("unjudged"):
            partly = int((scored.of(measure.name) > 0).sum())
            yield LeftOut(
                f"topics of runs with {measure.title} above 0", partly, measure.says
            )
