"""The leaderboard of a bank and a judge."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.management.base import judge_named
from nuggets.management.base import bank_named, condition_named
from nuggets.scores.basis import Basis
from nuggets.scores.files import run_lines, topic_lines
from nuggets.scores.leaderboard import Leaderboard, leaderboard
from nuggets.scores.page import COVERAGE
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = (
        "Score every judged run: the means over the judged topics as CSV, best "
        "V_strict first. An undefined score is an empty cell. What counts apart is "
        "said on stderr."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", metavar="NAME", help="the bank's name")
        parser.add_argument("--judge", metavar="NAME", help="whose assignments count")
        parser.add_argument(
            "--condition", metavar="NAME", help="a saved one, for --bank and --judge"
        )
        parser.add_argument(
            "--format", choices=["csv"], default="csv", help="CSV is all there is"
        )
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument(
            "--per-topic", action="store_true", help="a line a run and topic"
        )
        shape.add_argument(
            "--summary",
            action="store_true",
            help="add min, median and max: over runs per topic, averaged over topics",
        )
        parser.add_argument(
            "--unanswered",
            choices=["zero", "left_out"],
            default="zero",
            help="a topic without a response counts 0 (default), or is left out",
        )
        parser.add_argument(
            "--unlabelled",
            choices=["undefined", "not_support"],
            default="undefined",
            help="a response with an unlabelled nugget has no score (default), or the "
            "nugget counts as not supported",
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        basis = replace(
            _asked(track, options),
            unanswered=options["unanswered"],
            unlabelled=options["unlabelled"],
        )
        board = leaderboard(basis)
        for line in _apart(board):
            self.stderr.write(line)
        if options["per_topic"]:
            lines = topic_lines(board)
        else:
            lines = run_lines(board, summary=options["summary"])
        for line in lines:
            self.stdout.write(line, ending="")


def _asked(track: Track, options: dict[str, Any]) -> Basis:
    condition, bank, judge = (options[name] for name in ("condition", "bank", "judge"))
    if condition and not (bank or judge):
        return condition_named(track, condition)
    if condition or not (bank and judge):
        raise CommandError("Give --bank and --judge, or --condition alone.")
    return Basis(bank_named(track, bank), judge_named(track, judge))


def _apart(board: Leaderboard) -> Iterator[str]:
    """Yield what the page says above its table."""
    bank, judge = board.basis.bank, board.basis.judge
    drafter = f", {bank.drafted_by.full_name}" if bank.drafted_by else ""
    yield (
        f"Bank {bank} ({bank.get_origin_display().lower()}{drafter}), assigned by "
        f"{judge.full_name}."
    )
    if board.basis.condition:
        yield f"Condition {board.basis.condition}."
    if not board.rows:
        yield f"{judge} labelled no response on {bank}."
    for metric, topics in board.undefined.items():
        if topics and metric != COVERAGE:
            names = ", ".join(topic.name for topic in topics)
            yield f"{metric} is undefined on topics {names}."
    for number, says in (
        (len(board.bare), "Sub-narratives without a nugget, outside coverage"),
        (len(board.open), "Responses with unlabelled nuggets, without a score"),
        (board.unjudged, "Responses without any label, left out"),
        (board.unanswered, "Topics left unanswered"),
        (len(board.waiting), "Runs not judged under this"),
    ):
        if number:
            yield f"{says}: {number}."
