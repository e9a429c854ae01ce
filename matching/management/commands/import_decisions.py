"""Import decisions of matching into a track."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from runs.management.base import ImportCommand, existing_file
from runs.models import Track


class Command(ImportCommand):
    kind = "decisions"
    help = (
        "Import decisions over a bank: JSONL by pairs of nuggets (NtN), by responses "
        "(NtR) or between gold nuggets, or iKAT's human matching labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the bank they are over")
        parser.add_argument("--judge", required=True, help="whose decisions they are")
        parser.add_argument(
            "--nuggets",
            default="",
            metavar="NAME",
            help="whose response nuggets they are on, if the track has several",
        )
        parser.add_argument(
            "--aliases",
            metavar="FILE",
            type=existing_file,
            help="alias TAB run, one per line; runs that are not named are left out",
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's decisions"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        path = options["aliases"]
        try:
            options["aliases"] = path.read_text(encoding="utf-8") if path else ""
        except UnicodeDecodeError as error:
            raise CommandError(f"--aliases: {path} is not UTF-8.") from error
        super().work(track, options)
