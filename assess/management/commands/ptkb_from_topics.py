"""Import the organizers' labels of PTKB statements from the topics."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from assess.kinds.ptkb.importer import OwnLabels, label_as_organizers_did
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = (
        "Make labels of an import judge from the topics file's own word on which "
        "statements matter to each turn. A second time changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels they are")

    def work(self, track: Track, options: dict[str, Any]) -> None:
        try:
            done = label_as_organizers_did(track, options["judge"], now=timezone.now())
        except OwnLabels as error:
            raise CommandError(f"{error} gives its own labels.") from error
        self.stdout.write(
            f"{done.created:,} labels made, {done.changed:,} changed, "
            f"{done.same:,} as they were."
        )
