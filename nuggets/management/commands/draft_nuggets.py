"""Draft nuggets from the relevant segments."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.readiness import NotReady
from assess.management.base import judge_named
from assess.management.work import WorkCommand
from nuggets.drafting.actions import AnotherDraft, start_draft
from runs.management.base import topics_named
from runs.models import Track


class Command(WorkCommand):
    help = (
        "Draft each topic's nuggets from the segments that a judge found relevant, in "
        "this process. Finished topics and calls are never done again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--judge", required=True, help="a model, or the extractive baseline"
        )
        parser.add_argument(
            "--qrels", required=True, metavar="JUDGE", help="whose relevance labels"
        )
        parser.add_argument("--bank", required=True, help="the name it will have")

    def work(self, track: Track, options: dict[str, Any]) -> None:
        start = partial(
            start_draft,
            judge_named(track, options["judge"]),
            qrels=judge_named(track, options["qrels"]),
            name=options["bank"],
            topics=topics_named(track, options["topic"]),
            owner=None,
            now=timezone.now(),
        )
        try:
            self.carry_out(start, options)
        except (NotReady, AnotherDraft) as error:
            raise CommandError(str(error)) from error
