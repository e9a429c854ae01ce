"""Change a run's particulars other than its content."""

import argparse
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from runs.actions.run_edits import PARTICULARS, edit_run
from runs.forms.runs import RunEditForm, as_it_is
from runs.management.base import TrackCommand, row_named, said_of
from runs.models import Run, Track


class Command(TrackCommand):
    help = (
        "Change a run's group, task, type, priority, category, or whether it is a "
        "control run. What is left out stays; the run's page keeps who changed what."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("run", metavar="RUN", help="the run's tag")
        parser.add_argument("--group", help='the team; "" for none')
        tasks = [task for task, _ in Run.TASKS]
        parser.add_argument("--task", choices=tasks, help="what its content answers")
        types = (Run.AUTOMATIC, Run.MANUAL)
        parser.add_argument("--type", choices=types, help="whether people had a hand")
        parser.add_argument("--priority", help='1 is judged first; "" for none')
        parser.add_argument(
            "--control",
            action=argparse.BooleanOptionalAction,
            help="the organizers' own, outside min, median and max",
        )

        parser.add_argument("--category", help='the kind of system; "" for none')

    def work(self, track: Track, options: dict[str, Any]) -> None:
        rows = Run.objects.visible().filter(track=track)
        run = row_named(rows, options["run"], what="run", where=f"in {track.slug}")
        given = {name: options[name] for name in PARTICULARS}
        given = {name: value for name, value in given.items() if value is not None}
        if not given:
            raise CommandError("Say what to change: --group, --type, --control …")
        form = RunEditForm(as_it_is(run, seen=0) | given, run=run)
        if not form.is_valid():
            raise CommandError(said_of(form))
        changed = edit_run(run, form.wanted, by=None, now=timezone.now())
        self.stdout.write(f"{run}: {'changed' if changed else 'nothing to change'}.")
