"""Draft exam questions by a model."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.readiness import NotReady
from assess.management.base import judge_named
from assess.management.work import WorkCommand
from exams.drafting.actions import AnotherBank, start_draft
from exams.models import Question
from runs.kernel.limits import TooMany
from runs.management.base import topics_named
from runs.models import Track


class Command(WorkCommand):
    help = (
        "Let a model write each topic's exam questions or key facts, one call for each "
        "sub-narrative, in this process. Finished calls are never made again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="a model")
        parser.add_argument("--bank", required=True, help="the name it will have")
        parser.add_argument(
            "--key-facts", action="store_true", help="key facts instead of questions"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        start = partial(
            start_draft,
            judge_named(track, options["judge"]),
            name=options["bank"],
            form=Question.KEY_FACT if options["key_facts"] else Question.QUESTION,
            topics=topics_named(track, options["topic"]),
            owner=None,
            now=timezone.now(),
        )
        try:
            self.carry_out(start, options)
        except (NotReady, AnotherBank, TooMany) as error:
            raise CommandError(str(error)) from error
