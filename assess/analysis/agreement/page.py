"""The content of the pages of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.http import urlencode

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.matrix import matrix_chart, matrix_of, titles_of
from assess.analysis.agreement.own_labels import owns_of
from assess.analysis.agreement.pairs import Cut, JudgePair, OnTopic
from assess.analysis.agreement.questions import AgreementQuestion
from assess.analysis.agreement.tables import (
    MACHINE_MEASURES,
    Figure,
    alpha_figures,
    group_and_type,
    pair_figures,
    sorted_by,
)
from assess.judging.kernel.agreement import Measured
from assess.judging.kinds import Kind
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge
from runs.models import Topic, Track


class CutRow(NamedTuple):
    """All cuts of the second judge for one cut of the first."""

    title: str
    cuts: list[Cut]


class Cuts(NamedTuple):
    """Kappa for each pair of cuts."""

    titles: list[str]
    rows: list[CutRow]


class TopicAgreement(NamedTuple):
    """Two judges on one topic."""

    topic: Topic
    found: OnTopic


class PairRow(NamedTuple):
    """Two of several judges."""

    a: Side
    b: Side
    found: JudgePair
    link: str  # the query of the pair's own page


class MatrixColumn(NamedTuple):
    """A column of a sortable table: its title, its description, and its order."""

    name: str
    title: str
    says: str
    sort: str
    order: str  # the value of aria-sort, "" for no order


class MachineRow(NamedTuple):
    """A machine compared with the selected judge."""

    judge: Judge
    group: str
    type: str
    found: Against
    values: dict[str, Measured]


class MachineCells(NamedTuple):
    """A machine's line in one of the tables."""

    row: MachineRow
    counts: list[int]
    values: list[Measured]


class MachineTable(NamedTuple):
    """One of the tables of machines: its measures are of items, or of their order."""

    name: str
    title: str
    columns: list[MatrixColumn]
    lines: list[MachineCells]


def cuts_of(found: Comparison, kind: Kind, track: Track) -> Cuts:
    """Return the table of cuts, one row per cut of the first judge."""
    cuts = found.pairs[0].cuts
    names = list(dict.fromkeys(cut.a for cut in cuts))
    titles = titles_of(names, kind, track)
    rows = [
        CutRow(title, [cut for cut in cuts if cut.a == name])
        for name, title in zip(names, titles, strict=True)
    ]
    return Cuts(titles, rows)


TOPIC_COLUMNS = (
    ("topic", "Topic", "in the order of the track"),
    ("n", "n", "items that both judged"),
    ("agreement", "Agreement", "share of items with the same label"),
    ("kappa", "κ", "Cohen’s, on this topic alone"),
)


def columns_of_table(
    columns: Sequence[tuple[str, str, str]], sort: str
) -> list[MatrixColumn]:
    """Return columns with the order that a click on each requests."""
    return [_column(*each, sort) for each in columns]


def _column(name: str, title: str, says: str, sort: str) -> MatrixColumn:
    asked, order = f"-{name}", ""
    if sort == asked:
        asked, order = name, "descending"
    elif sort == name:
        order = "ascending"
    return MatrixColumn(name, title, says, asked, order)


def topic_rows_of(
    pair: JudgePair, topics: dict[int, Topic], sort: str
) -> list[TopicAgreement]:
    """Return a pair's topics in the requested order."""
    on = {each.topic: each for each in pair.topics}
    rows = [TopicAgreement(topic, on[pk]) for pk, topic in topics.items() if pk in on]
    if sort == "-topic":
        return rows[::-1]
    keys = {
        "n": lambda row: row.found.n,
        "agreement": lambda row: row.found.agreement,
        "kappa": lambda row: row.found.kappa,
    }
    return sorted_by(rows, sort, keys)


def topics_by_number(track: Track) -> dict[int, Topic]:
    """Return a track's topics in their order, by row number."""
    return {topic.pk: topic for topic in Topic.objects.filter(track=track)}


def pair_rows_of(found: Comparison, question: AgreementQuestion) -> list[PairRow]:
    """Return every pair of several judges, each with the query of its own page."""
    rows = []
    for pair in found.pairs:
        a, b = question.sides[pair.a], question.sides[pair.b]
        link = {"kind": question.kind.name, "a": value_of(a), "b": value_of(b)}
        if question.topics:
            link["topics"] = " ".join(topic.name for topic in question.topics)
        rows.append(PairRow(a, b, pair, urlencode(link)))
    return rows


def value_of(side: Side) -> str:
    """Return the form's value for a side."""
    return f"{side.judge.uuid}:{side.round}" if side.round else str(side.judge.uuid)


def answer_of(
    question: AgreementQuestion, found: Comparison, sort: str
) -> dict[str, Any]:
    """Return the page's context for two judges or for several."""
    shown: dict[str, Any] = {
        "question": question,
        "found": found,
        "alphas": alpha_figures(found),
        "pair": found.pairs[0],
        "several": len(question.sides) > 2,
        "settled": any(
            side.judge.kind == Judge.ADJUDICATION for side in question.sides
        ),
        "owns": owns_of(question, found),
    }
    if shown["several"]:
        return shown | {"pairs": pair_rows_of(found, question)}
    topics = topics_by_number(question.track)
    matrix = matrix_of(found, question.kind, question.track)
    return shown | {
        "a": question.sides[0],
        "b": question.sides[1],
        "figures": figures_of(found),
        "matrix": matrix,
        "chart": matrix_chart(question, matrix) if matrix else None,
        "cuts": cuts_of(found, question.kind, question.track),
        "cut_at": _cut_at(found.pairs[0], question),
        "frequent": _frequent(found.pairs[0], question),
        "columns": columns_of_table(TOPIC_COLUMNS, sort),
        "topics": topic_rows_of(found.pairs[0], topics, sort),
    }


def _cut_at(pair: JudgePair, question: AgreementQuestion) -> str:
    """Return the label of the headline's cut, in the scale's words."""
    names = [pair.at_cut.a] if pair.at_cut else []
    return "".join(titles_of(names, question.kind, question.track))


def _frequent(pair: JudgePair, question: AgreementQuestion) -> dict[str, Any] | None:
    """Return the reference and its most frequent label, in the scale's words."""
    found = pair.most_frequent
    if found is None:
        return None
    (label,) = titles_of([found.label], question.kind, question.track)
    of = question.sides[found.side].name
    return {"label": label, "of": of, "share": found.share}


def figures_of(found: Comparison) -> list[Figure]:
    """Return the measures of two judges, including alpha."""
    return [*pair_figures(found.pairs[0]), *alpha_figures(found)]


OF_ITEMS = frozenset(
    ["agreement", "kappa", "kappa_linear", "kappa_quadratic", "at_cut", "over", "under"]
)
JUDGE_COLUMN = ("judge", "Judge", "by name")
MACHINE_COUNTS = (
    ("n", "n", "items that both judged"),
    ("missing", "Missing", "items of the chosen judge that it did not judge"),
    ("pairs", "Pairs", "pairs of a topic’s items with different labels"),
)


def machine_tables_of(rows: Sequence[MachineRow], sort: str) -> list[MachineTable]:
    """Return the tables of machines: measures of items, and of their order."""
    items = [each for each in MACHINE_MEASURES if each[0] in OF_ITEMS]
    pairs = [each for each in MACHINE_MEASURES if each[0] not in OF_ITEMS]
    tables = (
        ("items", "Labels", MACHINE_COUNTS[:2], items),
        ("pairs", "Order", MACHINE_COUNTS[2:], pairs),
    )
    return [
        MachineTable(
            name,
            title,
            columns_of_table([JUDGE_COLUMN, *counts, *measures], sort),
            [
                MachineCells(
                    row,
                    [getattr(row.found, count) for count, *_ in counts],
                    [row.values[measure] for measure, *_ in measures],
                )
                for row in rows
            ],
        )
        for name, title, counts, measures in tables
    ]


def machine_rows_of(
    found: Sequence[tuple[Judge, Against]], sort: str
) -> list[MachineRow]:
    """Return the machines in the requested order."""
    names = [name for name, *_ in MACHINE_MEASURES]
    rows = [
        MachineRow(
            judge,
            *group_and_type(judge),
            row,
            {name: getattr(row, name) for name in names},
        )
        for judge, row in found
    ]
    keys: dict[str, Any] = {
        name: lambda row, name=name: row.values[name].value for name in names
    }
    keys |= {
        "judge": lambda row: row.judge.name,
        "n": lambda row: row.found.n,
        "missing": lambda row: row.found.missing,
        "pairs": lambda row: row.found.pairs,
    }
    return sorted_by(rows, sort, keys)
