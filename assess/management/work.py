"""What the commands of long judging work share: its end, with every failed item."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from jobs.models import Job
from runs.management.base import TrackCommand
from runs.models import Topic, Track


class WorkCommand(TrackCommand):
    """A command that runs a job whose items can fail one by one."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the track and perhaps some topics."""
        super().add_arguments(parser)
        parser.add_argument(
            "--topic",
            action="append",
            default=[],
            metavar="ID",
            help="only this topic; can be given several times",
        )

    def finish(self, job: Job) -> None:
        """Run the job and print its result; fail where any item failed."""
        done = self.run_job(job)
        for name, value in done.facts:
            self.stdout.write(f"{name}: {value}")
        failures = list(done.failures.all())
        for failure in failures:
            self.stderr.write(f"{failure.subject}: {failure.reason}")
        if failures:
            raise CommandError(
                f"{len(failures)} failed, all else is done. The same command again "
                "does what is missing."
            )


def topics_named(track: Track, options: dict[str, Any]) -> list[Topic]:
    """Return the topics asked for; say which there are none of. Empty: all."""
    names = options["topic"]
    found = list(track.topics.filter(name__in=names))
    missing = sorted(set(names) - {topic.name for topic in found})
    if missing:
        raise CommandError(f"No topic {', '.join(missing)} in {track.slug}.")
    return found
