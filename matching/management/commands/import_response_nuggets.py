"""Import response nuggets into a track."""

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "response_nuggets"
    help = (
        "Import the nuggets of responses that are in the track: CONE-RAG's file of "
        "spans, {turn: {run: {nuggets: {matched, not-matched}, response}}}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="who found them")
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's lists"
        )
