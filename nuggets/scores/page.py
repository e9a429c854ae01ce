"""What the leaderboard's pages show: columns, rows, and why a number is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from django.db.models import Case, Q, When
from django.db.models import Value as Constant

from assess.models import Judge
from assess.reading.agreement import judges_with_labels
from assess.reading.labels import labels_of
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.scored import scored_listings
from nuggets.kernel.nugget_scores import METRICS
from nuggets.kernel.run_means import RunMean
from nuggets.models import AssignmentLabel, Bank, Condition, Listing
from nuggets.scores.basis import Basis
from nuggets.scores.files import counted_topics
from nuggets.scores.leaderboard import Leaderboard, RunRow, counted
from runs.models import Response, Run, Topic, Track

COVERAGE, LENGTH = "coverage", "L"
MEASURES = (*METRICS, COVERAGE)
SAYS = {
    "V_strict": "the share of vital nuggets at full support: the primary measure",
    "V": "vital nuggets, partial support counting half",
    "W_strict": "vital nuggets, and okay ones at half weight, at full support",
    "W": "vital nuggets, and okay ones at half weight, partial support counting half",
    "A_strict": "the share of all nuggets at full support",
    "A": "all nuggets, partial support counting half",
    "coverage": "the share of sub-narratives with a nugget at full support",
    "L": "length in words",
}
NO_GROUND = {
    "V": "no vital nugget",
    "W": "no nugget with an importance",
    "A": "no nugget",
    "c": "no nugget mapped to a sub-narrative",
}
NOT_LABELLED = "not every nugget is labelled yet"
NO_RESPONSE = "no response to this topic; left out"


class Column(NamedTuple):
    """A measure's heading; `sort` is what its link asks for, `order` how it stands."""

    name: str
    title: str
    says: str
    sort: str
    order: str  # ascending, descending or ""


class Value(NamedTuple):
    """A number as a table shows it; the reason where there is none."""

    value: float | None
    places: int
    reason: str


@dataclass(frozen=True)
class BoardRow:
    """One run as the table shows it."""

    run: Run
    topics: int
    values: list[Value]


class TopicRow(NamedTuple):
    """One topic of a run; `response` None where it left the topic unanswered."""

    topic: Topic
    response: Response | None
    values: list[Value]


class LabelledNugget(NamedTuple):
    """A nugget of the bank with its label on a response, "" where there is none."""

    listing: Listing
    value: str


def columns(sort: str) -> list[Column]:
    """Return the measures' headings under a sort, such as -V or V."""
    chosen, descending = sort.lstrip("-"), sort.startswith("-")
    found = []
    for name in (*MEASURES, LENGTH):
        order = ("descending" if descending else "ascending") if name == chosen else ""
        turned = name if order == "descending" else f"-{name}"
        title = name.replace("_", " ")
        found.append(Column(name, title, SAYS[name], turned, order))
    return found


def board_rows(board: Leaderboard, sort: str) -> list[BoardRow]:
    """Return the runs in the order asked for; undefined ones last."""
    rows = [
        BoardRow(row.run, counted_topics(row), _means(board, row)) for row in board.rows
    ]
    place = (*MEASURES, LENGTH).index(sort.lstrip("-"))
    defined = [row for row in rows if row.values[place].value is not None]
    rest = [row for row in rows if row.values[place].value is None]
    defined.sort(
        key=lambda row: row.values[place].value or 0.0, reverse=sort.startswith("-")
    )
    return [*defined, *rest]


def _means(board: Leaderboard, row: RunRow) -> list[Value]:
    values = [
        Value(row.means[metric].mean, 4, _reason(board, metric, row.means[metric]))
        for metric in MEASURES
    ]
    return [*values, Value(row.words, 1, "no response")]


def _reason(board: Leaderboard, metric: str, mean: RunMean) -> str:
    if len(board.undefined[metric]) == len(board.topics):
        return f"{NO_GROUND[metric[0]]} on any judged topic"
    return NOT_LABELLED if mean.undefined else "no response"


def last_lines(board: Leaderboard) -> list[tuple[str, list[Value]]]:
    """Return the lines min, median and max."""
    spreads = [board.spreads[metric] for metric in MEASURES]
    return [
        ("min", [Value(each.minimum, 4, "no score") for each in spreads]),
        ("median", [Value(each.median, 4, "no score") for each in spreads]),
        ("max", [Value(each.maximum, 4, "no score") for each in spreads]),
    ]


def topic_rows(board: Leaderboard, row: RunRow) -> list[TopicRow]:
    """Return one run's scores on each judged topic."""
    return [_topic_row(board, row, topic) for topic in board.topics]


def _topic_row(board: Leaderboard, row: RunRow, topic: Topic) -> TopicRow:
    cell = row.cells.get(topic.pk)
    unanswered = topic.pk in row.means["A"].unanswered
    values = [
        _topic_value(board, row, topic, metric, unanswered=unanswered)
        for metric in MEASURES
    ]
    words = Value(cell.words if cell else None, 0, "no labelled response")
    return TopicRow(topic, cell.response if cell else None, [*values, words])


def _topic_value(
    board: Leaderboard, row: RunRow, topic: Topic, metric: str, *, unanswered: bool
) -> Value:
    if topic in board.undefined[metric]:
        return Value(None, 4, f"{NO_GROUND[metric[0]]} in the bank on this topic")
    value = counted(row, topic, metric, board.basis)
    return Value(value, 4, NO_RESPONSE if unanswered else NOT_LABELLED)


def labelled_nuggets(basis: Basis, response: Response) -> list[LabelledNugget]:
    """Return the nuggets that score a response, each with its label."""
    listings = scored_listings(basis.bank).get(response.topic_id, [])
    given = labels_of(basis.judge, ASSIGNMENT, where=Q(response=response))
    return [
        LabelledNugget(listing, given.get((listing.nugget_id, response.pk), ""))
        for listing in listings
    ]


def first_choice(track: Track) -> dict[str, str]:
    """Return what to show where nobody chose: a condition, else a labelled bank."""
    conditions = Condition.objects.filter(track=track).order_by(
        _people_first("assignment_judge__kind"), "pk"
    )
    condition = conditions.first()
    if condition:
        return {"condition": str(condition.uuid)}
    judges = (
        judges_with_labels(track, ASSIGNMENT)
        .exclude(kind=Judge.PANEL)
        .order_by(_people_first("kind"), "name")
    )
    for judge in judges[:1]:
        label = AssignmentLabel.objects.by(judge).given().first()
        bank = _bank_of(cast("AssignmentLabel | None", label))
        if bank:
            return {"bank": str(bank.uuid), "judge": str(judge.uuid)}
    return {}


def _people_first(kind: str) -> Case:
    """Order by who judges: panels and people before imports, models and baselines."""
    order = (Judge.PANEL, Judge.PERSON, Judge.IMPORT, Judge.MODEL, Judge.BASELINE)
    return Case(
        *(
            When(**{kind: name}, then=Constant(place))
            for place, name in enumerate(order)
        )
    )


def _bank_of(label: AssignmentLabel | None) -> Bank | None:
    """Return the latest bank that lists a label's nugget."""
    if label is None:
        return None
    visible = Bank.objects.visible()
    banks = visible.filter(versions__listings__nugget=label.nugget_id)
    return banks.order_by("-pk").first()


def groups_of(runs: Sequence[Run]) -> list[str]:
    """Return the groups that submitted these runs."""
    return sorted({run.group for run in runs if run.group})
