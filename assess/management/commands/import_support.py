"""Import support labels into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "support"
    help = (
        "Import support labels (RAGDoll's JSONL, or CSV: topic, run, sentence from 0, "
        "docid, label) as those of an import judge. -1 is unjudged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels they are")
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's labels"
        )
