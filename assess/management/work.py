"""The base of commands for long judging work: its end, with every failed item."""

from __future__ import annotations

from django.core.management.base import CommandError, CommandParser

from jobs.models import Job
from runs.management.base import TrackCommand, add_topics


class JobCommand(TrackCommand):
    """A command that runs a job whose items can fail one by one."""

    def finish(self, job: Job) -> None:
        """Run the job and print its result; fail if any item failed."""
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


class WorkCommand(JobCommand):
    """Such a command over all topics, or over some."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the track and, optionally, some topics."""
        super().add_arguments(parser)
        add_topics(parser)
