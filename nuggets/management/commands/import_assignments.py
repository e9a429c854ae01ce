"""Bring assignments into a track."""

from typing import Any

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand, existing_file


class Command(ImportCommand):
    kind = "assignments"
    help = (
        "Import assignments over a bank: nuggetizer's JSONL, or iKAT's human matching "
        "labels, as the labels of an import judge."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the bank they are over")
        parser.add_argument("--judge", required=True, help="whose labels they are")
        parser.add_argument(
            "--aliases",
            metavar="FILE",
            type=existing_file,
            help="alias TAB run, one a line; labels of runs not named are left out",
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's labels"
        )

    def params(self, options: dict[str, Any]) -> dict[str, object]:
        aliases = options["aliases"]
        return {
            "bank": options["bank"],
            "judge": options["judge"],
            "aliases": aliases.read_text(encoding="utf-8") if aliases else "",
            "replace": options["replace"],
        }
