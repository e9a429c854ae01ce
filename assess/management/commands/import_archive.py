"""Import an archive: a whole track, people included."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.exchange.archive.actions import create_arrival
from jobs.models import JobState
from jobs.run import run_here
from runs.management.base import TrackCommand, existing_file
from runs.uploads import measure


class Command(TrackCommand):
    help = (
        "Import a track from an archive. It is checked completely first; people who "
        "are new here get accounts that cannot sign in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=existing_file, help="the archive"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        path = options["file"]
        with path.open("rb") as source:
            stored = measure(source)
        job = create_arrival(
            stored,
            filename=path.name,
            by=None,
            now=timezone.now(),
            path=str(path.resolve()),
        )
        done = run_here(job, report=self._progress)
        for failure in done.failures.all():
            self.stderr.write(str(failure))
        if done.state != JobState.DONE:
            raise CommandError(done.error or f"The job was {done.get_state_display()}.")
        for name, value in done.facts:
            self.stdout.write(f"{name.capitalize()}: {value}")
