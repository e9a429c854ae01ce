"""Import topics into a track."""

from typing import Any

from django.core.management.base import CommandParser

from runs.management.base import ImportCommand
from runs.models import Track


class Command(ImportCommand):
    kind = "topics"
    help = (
        "Import topics: TREC RAG 2024 and 2026 TSV, 2025 JSONL, or iKAT conversations. "
        "The track's profile says which."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--replace", action="store_true", help="change the texts of known topics"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        if track.profile.topics == "conversations":
            self.kind = "conversations"
        super().work(track, options)
