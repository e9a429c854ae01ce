"""Import scores of measures that are not computed here."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "scores"
    help = "Import scores in four columns: run topic measure value."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--replace", action="store_true", help="replace scores that differ"
        )
