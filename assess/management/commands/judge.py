"""Start a machine's judging."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.judging.machine.actions import start_judging
from assess.judging.machine.readiness import NotReady
from assess.judging.machine.registry import Machine, all_machines, machine_for
from assess.judging.screens import Subject
from assess.management.base import judge_named
from assess.management.work import WorkCommand
from runs.management.base import topics_named
from runs.models import Track


class Command(WorkCommand):
    help = (
        "Let a model or a baseline judge what it has not judged yet, in this process. "
        "Finished calls are never made again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        kinds = [machine.kind.name for machine in all_machines()]
        parser.add_argument(
            "--kind", required=True, choices=kinds, help="the kind of label"
        )
        parser.add_argument("--judge", required=True, help="a model or a baseline")
        parser.add_argument(
            "--bank", default="", help="for assignment and exam: which bank"
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        machine = machine_for(options["kind"])
        judge = judge_named(track, options["judge"])
        start = partial(
            start_judging,
            judge,
            machine,
            subject=_subject(track, machine, options["bank"]),
            topics=topics_named(track, options["topic"]),
            owner=None,
            now=timezone.now(),
        )
        try:
            self.carry_out(start, options)
        except NotReady as error:
            raise CommandError(str(error)) from error


def _subject(track: Track, machine: Machine, name: str) -> Subject | None:
    if machine.subjects is None:
        if name:
            raise CommandError(f"{machine.kind.title} needs no --bank.")
        return None
    subjects = {subject.name: subject for subject in machine.subjects(track)}
    if name not in subjects:
        names = ", ".join(subjects) or "none yet"
        asked = f"There is no bank {name!r} with a finished list in {track.slug}."
        raise CommandError(f"{asked} Banks: {names}." if name else "Name a --bank.")
    return subjects[name]
