"""Put pairs of gold nuggets and responses into batches for people."""

from random import SystemRandom
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.management.base import judge_named
from matching.batches.actions import (
    PEOPLE,
    NothingToMatch,
    TooFewTests,
    Wanted,
    make_batches,
)
from nuggets.management.base import bank_named
from runs.management.base import TrackCommand, add_topics, row_named, topics_named
from runs.models import Run, Track


class Command(TrackCommand):
    help = (
        "Put every pair of a gold nugget and a response that is in no batch yet into "
        "batches of ten for the shared queue, each with a hidden test item."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the bank of gold nuggets")
        parser.add_argument(
            "--tests",
            metavar="NAME",
            help="the judge whose labels are the test items' right answers",
        )
        parser.add_argument(
            "--run",
            action="append",
            default=[],
            metavar="NAME",
            help="only this run; can be given several times",
        )
        parser.add_argument(
            "--people", type=int, default=PEOPLE, help="how many label each pair"
        )
        add_topics(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        runs = Run.objects.visible().filter(track=track)
        where = f"in {track.slug}"
        tests = options["tests"]
        wanted = Wanted(
            bank_named(track, options["bank"]),
            judge_named(track, tests) if tests else None,
            [row_named(runs, name, what="run", where=where) for name in options["run"]],
            topics_named(track, options["topic"]),
            max(1, options["people"]),
        )
        try:
            made = make_batches(wanted, by=None, rng=SystemRandom())
        except (NothingToMatch, TooFewTests) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{len(made):,} batches, {wanted.people} people each.")
