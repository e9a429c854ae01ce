"""Score answers by a model."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.readiness import NotReady
from assess.management.base import judge_named
from assess.management.work import WorkCommand
from matching.answer_scores.actions import start_scoring
from matching.answer_scores.measures import MEASURES
from runs.management.base import topics_named
from runs.models import Track


class Command(WorkCommand):
    help = (
        "Let a model score what it has not scored yet, in this process: LLMEval, "
        "whether an answer is correct by a gold answer, or groundedness, whether it "
        "holds nothing that its passages lack."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--measure", required=True, choices=MEASURES)
        parser.add_argument("--judge", required=True, help="a model")

    def work(self, track: Track, options: dict[str, Any]) -> None:
        start = partial(
            start_scoring,
            judge_named(track, options["judge"]),
            options["measure"],
            topics=topics_named(track, options["topic"]),
            owner=None,
            now=timezone.now(),
        )
        try:
            self.carry_out(start, options)
        except NotReady as error:
            raise CommandError(str(error)) from error
