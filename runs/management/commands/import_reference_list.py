"""Import a reference list into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "reference_list"
    help = (
        "Import the documents that AG runs may cite (topic rank docid). AG runs that "
        "name others get a warning; the list itself is scored as a control run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--name", default="", help="the control run (default: reference-list)"
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace the earlier list"
        )
