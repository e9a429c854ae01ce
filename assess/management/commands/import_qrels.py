"""Bring qrels into a track."""

from typing import Any

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand


class Command(ImportCommand):
    kind = "qrels"
    help = "Import qrels (topic 0 docid grade) as the labels of an import judge."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels they are")
        parser.add_argument(
            "--replace", action="store_true", help="replace this judge's labels"
        )

    def params(self, options: dict[str, Any]) -> dict[str, object]:
        return {"judge": options["judge"], "replace": options["replace"]}
