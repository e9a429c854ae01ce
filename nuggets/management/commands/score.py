"""The leaderboard of a bank and a judge."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.analysis.scores.arrays import Rules
from assess.analysis.scores.leaderboard.board import Board
from assess.analysis.scores.leaderboard.confidence import compared
from assess.analysis.scores.leaderboard.files import (
    ir_measures_lines,
    latex_lines,
    run_lines,
    topic_lines,
    tot_lines,
)
from assess.analysis.scores.leaderboard.page import BoardPage
from assess.exchange.cells import Cells
from assess.management.base import add_raw, judge_named
from nuggets.management.base import bank_named, condition_named
from nuggets.scores.basis import Basis
from nuggets.scores.measures import MEASURES
from nuggets.scores.pins import said_apart
from nuggets.scores.scoring import score_nuggets
from runs.management.base import TrackCommand
from runs.models import Track

_LINES: dict[str, Callable[[BoardPage, Cells], Iterator[str]]] = {
    "ir_measures": ir_measures_lines,
    "latex": latex_lines,
    "tot": tot_lines,
}


class Command(TrackCommand):
    help = (
        "Score every judged run: the means over the judged topics, best first. An "
        "undefined score is an empty cell. What is counted separately goes to stderr."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", metavar="NAME", help="the bank's name")
        parser.add_argument("--judge", metavar="NAME", help="whose assignments count")
        parser.add_argument(
            "--condition", metavar="NAME", help="a saved one, for --bank and --judge"
        )
        parser.add_argument(
            "--measure",
            choices=[measure.name for measure in MEASURES],
            help="the measure that orders the runs (default: the track's primary)",
        )
        _add_forms(parser)
        _add_rules(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        basis = replace(_asked(track, options), unlabelled=options["unlabelled"])
        scored = score_nuggets(basis)
        rules = Rules(options["unanswered"], options["no_ground"])
        measure = options["measure"] or scored.primary
        page = BoardPage(Board(scored, rules), f"-{measure}")
        if options["intervals"]:
            tests = compared(page.board.table(measure))
            page = replace(page, compared=tests)
        for line in (*_named(basis), *_apart(basis, page)):
            self.stderr.write(line)
        for line in _lines(page, options):
            self.stdout.write(line, ending="")


def _add_forms(parser: CommandParser) -> None:
    parser.add_argument(
        "--format",
        choices=["csv", *_LINES],
        default="csv",
        help="csv (default), LaTeX, or the rows of tot or ir_measures",
    )
    parser.add_argument(
        "--full-precision", action="store_true", help="numbers with every digit"
    )
    add_raw(parser)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--per-topic", action="store_true", help="a line for each run and topic"
    )
    shape.add_argument(
        "--summary",
        action="store_true",
        help="add min, median and max: over runs per topic, averaged over topics",
    )
    parser.add_argument(
        "--intervals",
        action="store_true",
        help="add the 95%% interval of the measure in order, and letters: runs that "
        "share one cannot be told apart (randomised Tukey HSD)",
    )


def _add_rules(parser: CommandParser) -> None:
    parser.add_argument(
        "--unanswered",
        choices=["zero", "left_out"],
        default="zero",
        help="a topic without a response counts 0 (default), or is left out",
    )
    parser.add_argument(
        "--no-ground",
        choices=["undefined", "zero"],
        default="undefined",
        help="a score without a denominator, such as V without a vital nugget, is "
        "undefined (default), or 0 as in nuggetizer",
    )
    parser.add_argument(
        "--unlabelled",
        choices=["undefined", "not_support"],
        default="undefined",
        help="a response with an unlabelled nugget has no score (default), or the "
        "nugget counts as not supported",
    )


def _asked(track: Track, options: dict[str, Any]) -> Basis:
    condition, bank, judge = (options[name] for name in ("condition", "bank", "judge"))
    if condition and not (bank or judge):
        return condition_named(track, condition)
    if condition or not (bank and judge):
        raise CommandError("Give --bank and --judge, or --condition alone.")
    return Basis(bank_named(track, bank), judge_named(track, judge))


def _lines(page: BoardPage, options: dict[str, Any]) -> Iterator[str]:
    cells = Cells(raw=options["raw"], full=options["full_precision"])
    if options["per_topic"]:
        return topic_lines(page, cells)
    if options["format"] != "csv":
        return _LINES[options["format"]](page, cells)
    return run_lines(page, cells, sure=options["intervals"], summary=options["summary"])


def _named(basis: Basis) -> Iterator[str]:
    """Yield the lines above the page's table."""
    bank, judge = basis.bank, basis.judge
    drafter = f", {bank.drafted_by.full_name}" if bank.drafted_by else ""
    yield (
        f"Bank {bank} ({bank.get_origin_display().lower()}{drafter}), assigned by "
        f"{judge.full_name}."
    )
    if basis.condition:
        yield f"Condition {basis.condition}."


def _apart(basis: Basis, page: BoardPage) -> Iterator[str]:
    """Yield the page's separate remarks."""
    board = page.board
    if not board.scored.runs:
        yield f"{basis.judge} labelled no response on {basis.bank}."
    for each in page.missing:
        names = ", ".join(topic.name for topic in each.topics)
        counts = "count 0" if board.rules.no_ground == "zero" else "are undefined"
        yield f"{each.lacks} on topics {names}: {', '.join(each.measures)} {counts}."
    yield from said_apart(basis, board.scored, organizes=True)
    for number, says in (
        (board.open, "Responses with unlabelled nuggets, without a score"),
        (board.unjudged, "Responses without any label, left out"),
        (board.unanswered, "Topics left unanswered"),
        (len(board.scored.waiting), "Runs not judged under this"),
    ):
        if number:
            yield f"{says}: {number}."
