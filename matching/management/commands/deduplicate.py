"""Make a bank without duplicates."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from assess.management.base import judge_named
from assess.management.work import JobCommand
from matching.duplicates.actions import (
    NothingDecided,
    make_deduplicated,
    start_deduplication,
)
from nuggets.banks.actions import BankExists
from nuggets.management.base import bank_named
from nuggets.models import Bank
from runs.models import Track


class Command(JobCommand):
    help = (
        "Make a bank of the nuggets that are left when those are dropped that another "
        "one entails, by a judge's decisions between gold nuggets. A model compares "
        "first what it has not compared yet, in this process."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--bank", required=True, help="the bank to begin with")
        parser.add_argument("--judge", required=True, help="whose decisions count")
        parser.add_argument(
            "--as", required=True, dest="name", metavar="NAME", help="the new bank"
        )
        parser.add_argument(
            "--rule",
            choices=["in-order", "literal"],
            default="in-order",
            help="in-order (default): drop what one still kept entails; literal: drop "
            "what any other entails, so that two equal ones both go",
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        bank = bank_named(track, options["bank"])
        judge = judge_named(track, options["judge"])
        try:
            if judge.kind == Judge.MODEL:
                self._by_model(bank, judge, options)
            else:
                self._at_once(bank, judge, options)
        except (BankExists, NothingDecided, NotReady) as error:
            raise CommandError(str(error)) from error

    def _by_model(self, bank: Bank, judge: Judge, options: dict[str, Any]) -> None:
        name, rule = options["name"], options["rule"]
        now = timezone.now()
        self.carry_out(
            lambda: start_deduplication(
                bank, judge, name, rule=rule, owner=None, now=now
            ),
            options,
        )

    def _at_once(self, bank: Bank, judge: Judge, options: dict[str, Any]) -> None:
        if options["dry_run"]:
            self.stdout.write("calls: 0: no model is needed")
            return
        made = make_deduplicated(
            bank, judge, options["name"], rule=options["rule"], now=timezone.now()
        )
        self.stdout.write(
            f"{made.bank}: {made.kept:,} of {made.every:,} nuggets kept, "
            f"{made.vanished:,} groups vanished."
        )
