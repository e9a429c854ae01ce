"""Import a run of the relevance judgment task into a track."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from runs.management.base import ImportCommand, existing_file
from runs.models import Run, Track


class Command(ImportCommand):
    kind = "rj"
    help = (
        "Import a run's relevance judgments (topic Q0 docid grade confidence run) as "
        "the labels of an import judge. Grades off the track's scale are kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels they are")
        parser.add_argument("--group", default="", help="the team that submitted it")
        parser.add_argument(
            "--type", choices=(Run.AUTOMATIC, Run.MANUAL), help="how it was made"
        )
        parser.add_argument(
            "--own-scale",
            action="store_true",
            help="its grades mean something else than the track's",
        )
        parser.add_argument(
            "--pairs",
            metavar="FILE",
            type=existing_file,
            help="the pairs that the task asks for: topic docid, one per line",
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's labels"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        path = options["pairs"]
        try:
            options["pairs"] = path.read_text(encoding="utf-8") if path else ""
        except UnicodeDecodeError as error:
            raise CommandError(f"--pairs: {path} is not UTF-8.") from error
        super().work(track, options)
