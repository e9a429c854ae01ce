"""Import gold answers into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "gold_answers"
    help = "Import gold answers by turn: CONE-RAG's file {turn: {name: {response}}}."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="their author")
        parser.add_argument(
            "--replace", action="store_true", help="replace this author's answers"
        )
