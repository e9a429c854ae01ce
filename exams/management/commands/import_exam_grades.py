"""Import graded passages into a track."""

from django.core.management.base import CommandParser

from exams.kernel.replies import READINGS
from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "exam_grades"
    help = (
        "Import graded passages, as the rubric workbench writes them: the labels of "
        "one import judge for each model and prompt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--bank",
            required=True,
            help="the bank of the questions; a new name makes one of their ids",
        )
        parser.add_argument(
            "--judge",
            default="",
            help="whose grades they are (default: the file's model and prompt)",
        )
        parser.add_argument(
            "--read",
            choices=READINGS,
            default="",
            help="read the grades again from the replies (default: the file's ratings)",
        )
        parser.add_argument(
            "--runs", action="store_true", help="import the file's rankings as runs"
        )
        parser.add_argument(
            "--relevance",
            metavar="JUDGE",
            default="",
            help="take people's grades as the relevance labels of this judge",
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace these judges' labels"
        )
