"""Import a board of runs into a track."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from runs.management.base import ImportCommand, existing_file
from runs.models import Track


class Command(ImportCommand):
    kind = "board"
    help = (
        "Import a board of runs that were scored elsewhere, to compare with: run TAB "
        "score, or JSON with the rank of each run. Runs that the track does not have "
        "are listed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--lower-is-better",
            action="store_true",
            help="the lowest number is the best, as of ranks; JSON is always read so",
        )
        parser.add_argument(
            "--name", default="", help="the board's name (default: the file's)"
        )
        parser.add_argument(
            "--aliases",
            metavar="FILE",
            type=existing_file,
            help="alias TAB run, one per line, where the board has other names",
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace the scores of this name"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        path = options["aliases"]
        try:
            options["aliases"] = path.read_text(encoding="utf-8") if path else ""
        except UnicodeDecodeError as error:
            raise CommandError(f"--aliases: {path} is not UTF-8.") from error
        super().work(track, options)
