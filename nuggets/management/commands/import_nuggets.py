"""Import a bank into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "nuggets"
    help = (
        "Import a bank: nuggetizer's JSONL, the 2025 development file with its "
        "sub-narratives, or iKAT's gold nuggets."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the name it will have")
        parser.add_argument(
            "--replace", action="store_true", help="write new versions where it differs"
        )
