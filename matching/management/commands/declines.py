"""How often runs decline to answer the turns that cannot be answered."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.exchange.cells import Cells
from assess.management.base import add_raw, judge_named
from matching.declines.forms import phrases_of
from matching.declines.shares import RunDeclines, read_declines
from runs.management.base import TrackCommand, existing_file
from runs.models import Track

COLUMNS = ("declined", "answers", "share", "empty", "open")


class Command(TrackCommand):
    help = (
        "Of every run's answers to the turns marked as unanswerable, the share that "
        "declines to answer, by phrases or by a judge."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--phrases",
            type=existing_file,
            metavar="FILE",
            help="a phrase a line; an answer with one of them declines",
        )
        parser.add_argument(
            "--judge", metavar="NAME", help="whose labels decide, instead of phrases"
        )
        parser.add_argument("--format", choices=["json", "csv"], default="csv")
        add_raw(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        phrases = _phrases(options["phrases"])
        name = options["judge"]
        judge = judge_named(track, name) if name else None
        read = read_declines(track, phrases, judge)
        if not read.turns:
            raise CommandError("No turn of this track is marked as unanswerable.")
        if options["format"] == "json":
            said: dict[str, Any] = {
                "turns": [topic.name for topic in read.turns],
                **({"judge": judge.name} if judge else {"phrases": phrases}),
                "runs": {
                    row.run.name: dict(zip(COLUMNS, _cells(row), strict=True))
                    for row in read.runs
                },
            }
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        cells = Cells(raw=options["raw"], full=True)
        self.stdout.write(cells.line(("run", *COLUMNS)), ending="")
        for row in read.runs:
            self.stdout.write(cells.line((row.run.name, *_cells(row))), ending="")


def _cells(row: RunDeclines) -> tuple[int, int, float | None, int, int]:
    return row.declined, len(row.answers), row.share, row.empty, row.open


def _phrases(path: Path | None) -> list[str]:
    try:
        return phrases_of(path.read_text(encoding="utf-8") if path else "")
    except UnicodeDecodeError as error:
        raise CommandError(f"--phrases: {path} is not UTF-8.") from error
