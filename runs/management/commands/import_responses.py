"""Import iKAT's responses into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand, add_control


class Command(ImportCommand):
    kind = "responses"
    help = "Import iKAT's responses: one JSON file {turn: {run: text}} of many runs."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_control(parser)
