"""The base of the commands of exams: a bank by its name, and the basis of scores."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.management.base import judge_named
from exams.models import QuestionBank
from exams.scores.basis import Basis
from runs.management.base import TrackCommand, row_named
from runs.models import Track


class ExamCommand(TrackCommand):
    """A command on one judge's grades of a bank."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the bank, the judge, and a judge of relevance."""
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, metavar="NAME")
        parser.add_argument("--judge", required=True, metavar="NAME")
        parser.add_argument(
            "--relevance", metavar="JUDGE", help="people's relevance to compare with"
        )

    def basis(self, track: Track, options: dict[str, Any]) -> Basis:
        """Return the basis that the options name."""
        judge = judge_named(track, options["judge"])
        basis = Basis(bank_named(track, options["bank"]), judge)
        basis.bank.track = judge.track = track
        return basis


def bank_named(track: Track, name: str) -> QuestionBank:
    """Return a track's question bank; if there is none, list the existing ones."""
    banks = QuestionBank.objects.visible().filter(track=track)
    return row_named(banks, name, what="question bank", where=f"in {track.slug}")


def nothing_graded(basis: Basis) -> CommandError:
    """Return the error that a judge graded nothing of a bank."""
    return CommandError(f"{basis.judge} graded no question of {basis.bank}.")
