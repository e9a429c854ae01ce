"""Import the texts of segments into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "segments"
    several = True
    help = (
        "Import segments: MS MARCO V2.1 JSONL, plain or gzipped; only those that the "
        "track's runs, qrels and banks name, unless --all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--all", action="store_true", help="keep every segment")
        parser.add_argument(
            "--replace", action="store_true", help="change the texts of known segments"
        )
