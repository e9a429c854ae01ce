"""Check everything that Assay depends on, and say how to repair what is not well."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.operations.doctor import Machines, look
from config.storage import StorageAway
from runs.uploads import mark_uploads


class Command(BaseCommand):
    """Prints a line for each check; fails if one of them fails."""

    help = (
        "Look at settings, database, migrations, clocks, broker, uploads and proxy, "
        "and say what to do. Changes nothing, but for --mark-uploads. Run it on each "
        "machine."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--web", type=int, default=1, help="how many web servers there are (1)"
        )
        parser.add_argument(
            "--workers", type=int, default=1, help="how many workers there are (1)"
        )
        parser.add_argument("--url", default="", help="ask through this address too")
        parser.add_argument(
            "--mark-uploads",
            action="store_true",
            help="first mark the storage that this host sees as that of all hosts: "
            "after uploads were moved, or lost and restored",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mark_uploads"]:
            self._mark_uploads()
        machines = Machines(options["web"], options["workers"], options["url"])
        ill = 0
        for name, is_well, words in look(machines):
            ill += not is_well
            self.stdout.write(f"{'ok' if is_well else '!!'}  {name}: {words}")
        if ill:
            raise CommandError(f"{ill} to correct: see the lines that begin with !!")

    def _mark_uploads(self) -> None:
        try:
            mark_uploads(anew=True)
        except (DatabaseError, StorageAway, OSError) as error:
            raise CommandError(f"The uploads were not marked: {error}") from error
        self.stdout.write("ok  uploads: marked as those of all hosts")
