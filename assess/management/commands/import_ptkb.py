"""Import labels of PTKB statements into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "ptkb"
    help = "Import PTKB labels (turn 0 statement 1, or 0) of an import judge."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels they are")
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's labels"
        )
