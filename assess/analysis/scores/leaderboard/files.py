"""A leaderboard as files: CSV, LaTeX, and the rows of trec_eval and its readers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from assess.analysis.scores.arrays import Measure
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.exchange.cells import SHEET, Cells
from assess.exchange.downloads import CSV
from assess.exchange.exports.names import file_stems

ALL = "all"  # the topic of a mean, in the formats of trec_eval


_PAIR_HEADS = (
    "measure",
    "a",
    "b",
    "topics",
    "mean_a",
    "mean_b",
    "difference",
    "p",
    "apart",
)


class Entry(NamedTuple):
    """One number of a leaderboard; topic "all": a run's mean."""

    run: str
    topic: str
    measure: str
    value: float


def run_lines(
    page: BoardPage, cells: Cells = SHEET, *, sure: bool = True, summary: bool = False
) -> Iterator[str]:
    """Yield one line per run in the page's order; undefined is an empty cell.

    topics: the number of topics of the tested measure's mean. category: only if a run
    has one. sure adds the ends of its
    95 % interval, and `alike`: runs that share a letter do not differ significantly,
    empty if they were not tested. summary adds min, median and max, which are no runs.
    """
    scored, name = page.board.scored, page.measure.name
    measures = [measure.name for measure in scored.measures]
    ends = [f"{name}_low", f"{name}_high", "alike"] if sure else []
    kinds = any(row.category for row in page.rows)
    heads = ["run", "group", "task", "type", *(["category"] * kinds), "topics"]
    yield cells.line([*heads, *measures, "L", *ends])
    for row, place in zip(page.rows, page.order, strict=True):
        own = [row.name, row.group, row.task, row.type, *([row.category] * kinds)]
        start = [*own, row.n]
        means = (*page.board.means[:, place], page.board.words[place])
        sides = [*map(cells.number, page.intervals[place]), row.letters] if sure else []
        yield cells.line([*start, *map(cells.number, means), *sides])
    for says, values in page.spread_lines if summary else ():
        numbers = map(cells.number, values)
        blank = [""] * (len(heads) - 1)
        yield cells.line([says, *blank, *numbers, "", *([""] * len(ends))])


def topic_lines(page: BoardPage, cells: Cells = SHEET) -> Iterator[str]:
    """Yield one line per run and judged topic that counts for any measure, or is open.

    An unanswered topic is included as it counts: 0, or not at all.
    """
    scored = page.board.scored
    yield cells.line(
        ["run", "task", "topic", *(each.name for each in scored.measures), "L"]
    )
    for run in page.order:
        for place, topic in enumerate(scored.topics):
            values = page.board.tables[:, run, place]
            words = scored.words[run, place]
            if any(map(math.isfinite, (*values, words))):
                start = [scored.runs[run].name, scored.runs[run].task, topic.name]
                length = None if math.isnan(words) else int(words)
                yield cells.line([*start, *map(cells.number, values), length])


def entries(page: BoardPage) -> Iterator[Entry]:
    """Yield every number: by run, measure and topic, a run's mean after its topics.

    Values that count for no mean have no entry.
    """
    scored = page.board.scored
    for run in page.order:
        name = scored.runs[run].name
        for row, measure in enumerate(scored.measures):
            for topic, value in zip(
                scored.topics, page.board.tables[row, run], strict=True
            ):
                if not math.isnan(value):
                    yield Entry(name, topic.name, measure.name, float(value))
            mean = page.board.means[row, run]
            if not math.isnan(mean):
                yield Entry(name, ALL, measure.name, float(mean))


def tot_lines(page: BoardPage, cells: Cells = SHEET) -> Iterator[str]:
    """Yield run, measure, topic, value: the rows of the TREC ToT track."""
    for run, topic, measure, value in entries(page):
        yield f"{run}\t{measure}\t{topic}\t{cells.number(value)}\n"


def ir_measures_lines(page: BoardPage, cells: Cells = SHEET) -> Iterator[str]:
    """Yield run, topic, measure, value: the rows of ir_measures."""
    for run, topic, measure, value in entries(page):
        yield f"{run}\t{topic}\t{measure}\t{cells.number(value)}\n"


def trec_eval_files(
    page: BoardPage, cells: Cells = SHEET
) -> Iterator[tuple[str, list[str]]]:
    """Yield a file's name and lines for each run: measure, topic, value."""
    stems = file_stems([page.board.scored.runs[run].name for run in page.order])
    lines: dict[str, list[str]] = {run: [] for run in stems}
    for run, topic, measure, value in entries(page):
        lines[run].append(f"{measure:<22}\t{topic}\t{cells.fixed(value, 4)}\n")
    for run, stem in stems.items():
        yield f"{stem}.eval", lines[run]


def latex_lines(page: BoardPage, cells: Cells = SHEET) -> Iterator[str]:
    """Yield a booktabs table: one row per run, then min, median and max.

    Runs that share a superscript letter do not differ significantly. Undefined is a
    dash; the best value of each measure is bold. n: the number of topics of the tested
    measure's mean.
    """
    measures = page.board.scored.measures
    best = [max(filter(math.isfinite, row), default=None) for row in page.board.means]
    yield f"\\begin{{tabular}}{{ll{'r' * (len(measures) + 2)}}}\n\\toprule\n"
    heads = [_tex(measure.title) for measure in measures]
    yield _row(["Run", "Task", *heads, "L", "n"]) + "\\midrule\n"
    for row, place in zip(page.rows, page.order, strict=True):
        numbers = [
            _cell(page, row.letters, measure, value, cells, best=value == top)
            for measure, value, top in zip(
                measures, page.board.means[:, place], best, strict=True
            )
        ]
        length = _digits(page.board.words[place], cells, 1)
        start = [_tex(row.name), _tex(row.task.upper())]
        yield _row([*start, *numbers, length, str(row.n)])
    yield "\\midrule\n"
    for says, values in page.spread_lines:
        ends = [_digits(value, cells) for value in values]
        yield _row([says, "", *ends, "", ""])
    yield "\\bottomrule\n\\end{tabular}\n"


def pair_lines(page: BoardPage, cells: Cells = SHEET) -> Iterator[str]:
    """Yield one line per pair of runs: n, both means, their difference, corrected p.

    All over one set of topics: those on which the test compares the two.
    """
    yield cells.line(_PAIR_HEADS)
    found = page.compared
    if found is None:
        return
    names = [run.name for run in page.board.scored.runs]
    for a, b in combinations(page.order, 2):
        p, means = found.p[a, b], (found.means[a, b], found.means[b, a])
        said = None if math.isnan(p) else str(bool(found.apart[a, b])).lower()
        numbers = map(cells.number, (*means, means[0] - means[1], p))
        start = [page.measure.name, names[a], names[b], int(found.n[a, b])]
        yield cells.line([*start, *numbers, said])


class TableFile(NamedTuple):
    """A file format of a leaderboard: its name, and its writer."""

    name: str
    title: str
    media_type: str
    write: Callable[[BoardPage, Cells], Iterator[str]]


_TSV = "text/tab-separated-values; charset=utf-8"
FILES = {
    each.name: each
    for each in (
        TableFile("leaderboard.csv", "CSV", CSV, run_lines),
        TableFile("topics.csv", "CSV by topic", CSV, topic_lines),
        TableFile("pairs.csv", "CSV of pairs", CSV, pair_lines),
        TableFile("tot.tsv", "TSV (tot)", _TSV, tot_lines),
        TableFile("ir_measures.tsv", "TSV (ir_measures)", _TSV, ir_measures_lines),
        TableFile("leaderboard.tex", "LaTeX", "application/x-tex", latex_lines),
    )
}

_SPECIAL = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\texttt{\char34}",  # LaTeX's first encoding lacks \textquotedbl
    }
)
_JOINED = re.compile(r"([-'`])(?=\1)")  # LaTeX joins two of these into one sign


def _cell(
    page: BoardPage,
    raised: str,
    measure: Measure,
    value: float,
    cells: Cells,
    *,
    best: bool,
) -> str:
    number = _digits(value, cells)
    if best and not measure.aside:
        number = f"\\textbf{{{number}}}"
    if raised and measure == page.measure:
        number += f"\\textsuperscript{{{raised}}}"
    return number


def _digits(value: float | None, cells: Cells, places: int = 4) -> str:
    return "--" if value is None or math.isnan(value) else cells.fixed(value, places)


def _tex(text: str) -> str:
    return _JOINED.sub(r"\1{}", " ".join(text.translate(_SPECIAL).split()))


def _row(cells: Iterable[str]) -> str:
    """Return a row; {} keeps the previous command from reading a tag's [ or *."""
    return "{}" + " & ".join(cells) + " \\\\\n"
