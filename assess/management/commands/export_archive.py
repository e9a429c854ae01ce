"""Write a whole track into one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.exchange.archive.format.lines import NotArchived
from assess.exchange.archive.pseudonyms import Hidden
from assess.exchange.archive.writer import write_archive
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = "Write a whole track into one file: its data, labels, history and files."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--out", required=True, type=Path, metavar="FILE", help="a new file"
        )
        parser.add_argument(
            "--pseudonyms",
            nargs="+",
            choices=Hidden._fields,
            default=[],
            help="whose names to replace: of people, of runs and their groups, or both",
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        out: Path = options["out"]
        hidden = Hidden(**dict.fromkeys(options["pseudonyms"], True))
        part = out.with_name(f".{out.name}.part")
        try:
            with part.open("xb") as target:
                made = write_archive(
                    track, target, hidden=hidden, progress=self._progress
                )
            part.replace(out)
        except FileExistsError as error:
            raise CommandError(f"{part} is there: is it being written?") from error
        except (OSError, NotArchived) as error:
            part.unlink(missing_ok=True)
            raise CommandError(str(error)) from error
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        self.stdout.write(f"{out}: {made.rows:,} rows. Content {made.digest()}.")
        if made.missing_files:
            self.stdout.write(f"{len(made.missing_files)} files are not in it.")
