"""Extract the nuggets of responses."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.readiness import NotReady
from assess.management.base import judge_named
from assess.management.work import WorkCommand
from matching.extraction.actions import start_extraction
from runs.management.base import topics_named
from runs.models import Track


class Command(WorkCommand):
    help = (
        "Extract the nuggets of the responses that a judge has not read yet, as spans "
        "of their texts, in this process. Finished calls are never made again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--judge", required=True, help="a model, or the baseline of sentences"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        start = partial(
            start_extraction,
            judge_named(track, options["judge"]),
            topics=topics_named(track, options["topic"]),
            owner=None,
            now=timezone.now(),
        )
        try:
            self.carry_out(start, options)
        except NotReady as error:
            raise CommandError(str(error)) from error
