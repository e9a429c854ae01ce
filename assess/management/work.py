"""The base of commands for long judging work: its end, with every failed item."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from assess.judging.machine.price import IN_COMMANDS, quote_of
from jobs.models import Job
from jobs.registry import JobError
from llm.budgets import set_budget
from runs.management.base import TrackCommand, add_topics


class JobCommand(TrackCommand):
    """A command that runs a job whose items can fail one by one."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the track, and the choice only to say what the job takes."""
        super().add_arguments(parser)
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="only say what the job needs: calls, tokens, money, time",
        )
        parser.add_argument(
            "--most-calls", type=int, help="stop before more calls than that"
        )
        parser.add_argument(
            "--most-cost", type=Decimal, help="stop before it costs more than that"
        )

    def carry_out(self, start: Callable[[], Job], options: dict[str, Any]) -> None:
        """Start the job and finish it, or only say what it needs."""
        if not options["dry_run"]:
            with transaction.atomic():
                job = start()
                limits = {"calls": options["most_calls"], "cost": options["most_cost"]}
                if any(each is not None for each in limits.values()):
                    set_budget(job.uuid, **limits)
            self.finish(job)
            return
        try:
            quote = quote_of(start, most=IN_COMMANDS)
        except JobError as error:
            raise CommandError(str(error)) from error
        for name, value in quote.facts:
            self.stdout.write(f"{name}: {value}")

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
