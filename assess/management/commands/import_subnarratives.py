"""Import lists of sub-narratives into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "subnarratives"
    help = (
        "Import each topic's sub-narratives: JSONL with a line a topic, or TSV (topic, "
        "sub-narrative, vital or okay)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--replace", action="store_true", help="replace other lists of the topics"
        )
