"""The tables of agreement as rows, for the page, the CSV and the command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from assess.analysis.agreement.comparison import Comparison
from assess.analysis.agreement.machines import Against
from assess.analysis.agreement.pairs import JudgePair
from assess.judging.kernel.agreement import Measured
from assess.judging.labels.overlap import Side
from assess.judging.models import Judge

Cells = list[object]
ONE_SIDE = "both on one and the same side throughout"
PAIR = (
    ("agreement", "Agreement", "the share of items with the same label from both"),
    ("kappa", "Cohen’s κ", "agreement beyond chance"),
    ("kappa_linear", "κ, linear", "near misses weigh less: by the distance of grades"),
    ("kappa_quadratic", "κ, quadratic", "by the squared distance of grades"),
)
ALPHA = (
    ("nominal", "α, nominal", "Krippendorff’s, all differences alike"),
    ("ordinal", "α, ordinal", "Krippendorff’s, by the order of the labels"),
    ("interval", "α, interval", "Krippendorff’s, by the distance of the grades"),
)


class Figure(NamedTuple):
    """One measure: name, description, interval, and why it is undefined.

    n: the number of items, or pairs of items.
    """

    name: str
    title: str
    says: str
    found: Measured
    reason: str
    n: int


def pair_figures(pair: JudgePair) -> list[Figure]:
    """Return the measures of two sides, or those for different scales."""
    plain = [
        Figure(name, title, says, getattr(pair, name), pair.reason, pair.n)
        for name, title, says in PAIR
    ]
    return [*_over_scales(pair), *plain]


def _over_scales(pair: JudgePair) -> list[Figure]:
    found = []
    if cut := pair.at_cut:
        says = f"Cohen’s, labels cut in two: {cut.a} and above, and below, for both"
        title = f"κ from {cut.a}"
        found.append(Figure("kappa_at_cut", title, says, cut.kappa, ONE_SIDE, cut.n))
    if pair.pairs:
        says = "the share of the pairs of a topic’s items that both order alike"
        alike = Figure("alike", "Ordered alike", says, pair.alike, "", pair.pairs)
        found.append(alike)
    return found


def alpha_figures(found: Comparison) -> list[Figure]:
    """Return alpha at each level of measurement."""
    return [
        Figure(name, title, says, found.alphas[name], found.reason, found.n)
        for name, title, says in ALPHA
    ]


def figure_rows(found: Comparison, sides: Sequence[Side]) -> Iterator[Cells]:
    """Yield the measures of every pair, and alpha over all."""
    yield ["a", "b", "measure", "n", "value", "low", "high", "drawn", "reason"]
    for pair in found.pairs:
        names = [sides[pair.a].name, sides[pair.b].name]
        for row in pair_figures(pair):
            yield [*names, row.name, row.n, *row.found, pair.drawn, _why(row)]
    for row in alpha_figures(found):
        name = f"alpha_{row.name}"
        yield ["", "", name, found.n, *row.found, found.drawn, _why(row)]


def _why(row: Figure) -> str:
    return row.reason if row.found.value is None else ""


def matrix_rows(found: Comparison, sides: Sequence[Side]) -> Iterator[Cells]:
    """Yield the first pair's confusion matrix, a line per pair of labels."""
    pair = found.pairs[0]
    yield [sides[pair.a].name, sides[pair.b].name, "items"]
    for x, row in zip(found.categories, pair.matrix, strict=False):
        for y, items in zip(found.categories, row, strict=True):
            yield [x, y, items]


def cut_rows(found: Comparison, sides: Sequence[Side]) -> Iterator[Cells]:
    """Yield the first pair's agreement at every pair of cuts."""
    pair = found.pairs[0]
    names = [f"{sides[each].name} from" for each in (pair.a, pair.b)]
    yield [*names, "n", *_spread("agreement"), *_spread("kappa")]
    for cut in pair.cuts:
        yield [cut.a, cut.b, cut.n, *cut.agreement, *cut.kappa]


def _spread(name: str) -> list[object]:
    return [name, f"{name}_low", f"{name}_high"]


def topic_rows(
    found: Comparison, sides: Sequence[Side], topics: dict[int, str]
) -> Iterator[Cells]:
    """Yield each pair on each topic; topics: names by row number."""
    yield ["a", "b", "topic", "n", "agreement", "kappa", "reason"]
    for pair in found.pairs:
        for row in pair.topics:
            names = [sides[pair.a].name, sides[pair.b].name, topics[row.topic]]
            yield [*names, row.n, row.agreement, row.kappa, row.reason]


MACHINE_MEASURES = (
    ("agreement", "Agreement", "share of the items that both judged with equal labels"),
    ("kappa", "Cohen’s κ", "agreement beyond chance; only on one scale"),
    ("kappa_linear", "κ, linear", "near misses weigh less; only on one scale"),
    ("kappa_quadratic", "κ, quadratic", "by the squared distance; only on one scale"),
    ("at_cut", "κ at a cut", "labels cut in two, where a scale has two labels"),
    ("alike", "Alike", "share of the pairs of a topic’s items ordered alike"),
    ("tied", "Tied", "share of those pairs that it gives one label"),
    ("reversed", "Reversed", "share of those pairs ordered the other way"),
    ("alike_mean", "Alike, mean", "the same, averaged over topics"),
    ("tied_mean", "Tied, mean", "the same, averaged over topics"),
    ("reversed_mean", "Reversed, mean", "the same, averaged over topics"),
    ("tau", "τ", "Kendall’s τ_b of the labels on a topic, averaged over topics"),
    ("over", "Over", "share of items that it labels higher; only on one scale"),
    ("under", "Under", "share of items that it labels lower; only on one scale"),
)


def machine_rows(found: Sequence[tuple[Judge, Against]]) -> Iterator[Cells]:
    """Yield each machine's line."""
    names = [part for name, *_ in MACHINE_MEASURES for part in _spread(name)]
    yield ["judge", "kind", "group", "type", "n", "missing", "pairs", *names, "reason"]
    for judge, row in found:
        values = [
            value for name, *_ in MACHINE_MEASURES for value in getattr(row, name)
        ]
        own = [judge.name, judge.kind, *group_and_type(judge)]
        yield [*own, row.n, row.missing, row.pairs, *values, row.reason]


def group_and_type(judge: Judge) -> tuple[str, str]:
    """Return the group and type of the run behind an import's labels, if any."""
    if judge.kind != Judge.IMPORT:
        return "", ""
    told: dict[str, Any] = judge.parameters
    return str(told.get("group", "")), str(told.get("type", ""))


Key = Callable[[Any], Any]


def sorted_by(rows: Sequence[Any], sort: str, keys: dict[str, Key]) -> list[Any]:
    """Return rows sorted by a key, "-" before it for descending; undefined last."""
    key = keys.get(sort.removeprefix("-"))
    if key is None:
        return list(rows)
    known = [row for row in rows if key(row) is not None]
    rest = [row for row in rows if key(row) is None]
    return sorted(known, key=key, reverse=sort.startswith("-")) + rest
