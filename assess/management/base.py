"""The base of judging's commands: a judge by its name, the style of cells."""

from __future__ import annotations

from django.core.management.base import CommandParser

from assess.judging.models import Judge
from runs.management.base import row_named
from runs.models import Track


def judge_named(track: Track, name: str) -> Judge:
    """Return a track's judge; if there is none, list the existing ones."""
    judges = Judge.objects.visible().filter(track=track)
    return row_named(judges, name, what="judge", where=f"in {track.slug}")


def add_raw(parser: CommandParser) -> None:
    """Add the option --raw: cells for programs."""
    parser.add_argument(
        "--raw",
        action="store_true",
        help="CSV for machines: texts verbatim, without the ' that keeps a spreadsheet "
        "from taking them for formulas",
    )
