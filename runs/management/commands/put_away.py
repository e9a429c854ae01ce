"""Put something of a track away, or restore it."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from runs.management.base import TrackCommand
from runs.models import Track
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.registry import (
    Thing,
    ThingKind,
    all_thing_kinds,
    hanging_on,
    resting_on,
    thing_kind,
)


class Command(TrackCommand):
    """Prints what depends on a thing and puts it away; `--undo` restores it."""

    help = "Put a run, topic, judge, bank, condition, import or a whole track away."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the track, the type of thing, and its name."""
        super().add_arguments(parser)
        kinds = [kind.name for kind in all_thing_kinds()]
        parser.add_argument("kind", choices=kinds, help="what it is")
        parser.add_argument("name", nargs="?", default="", help="its name")
        parser.add_argument("--undo", action="store_true", help="restore it")

    def handle(self, *_args: object, **options: Any) -> None:
        """Look up the track, put away or not, and do the work."""
        track = Track.everything.filter(slug=options["track"], arriving=False).first()
        if track is None:
            raise CommandError(f"There is no track {options['track']!r}.")
        self.work(track, options)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        """Put it away, or restore it; fail with the reason if that is not possible."""
        kind, undo = thing_kind(options["kind"]), options["undo"]
        thing = _named(kind, track, options["name"], away=undo)
        try:
            if undo:
                told = restore(kind, thing, track=track, by=None, now=timezone.now())
                self.stdout.write(f"{kind.name_of(thing)} is restored.")
                for sentence in told:
                    self.stdout.write(f"  {sentence}")
            else:
                self._put_away(kind, thing, track)
        except NotNow as error:
            raise CommandError(str(error)) from error

    def _put_away(self, kind: ThingKind, thing: Thing, track: Track) -> None:
        hanging, resting = hanging_on(kind, thing), resting_on(kind, thing)
        put_away(kind, thing, track=track, by=None, now=timezone.now())
        self.stdout.write(f"{kind.name_of(thing)} is put away. --undo restores it.")
        for noun, number in hanging.items():
            self.stdout.write(f"  {number:,} {noun}")
        for other, each in resting:
            self.stdout.write(f"  with {other.title.lower()} {other.name_of(each)}")


def _named(kind: ThingKind, track: Track, name: str, *, away: bool) -> Thing:
    """Return the thing of that name; of several, the latest one."""
    rows = kind.put_away(track) if away else kind.at_hand(track)
    own = [row for row in rows if kind.name == "track" or kind.name_of(row) == name]
    if own:
        return max(own, key=attrgetter("pk"))
    where = "put away" if away else "at hand"
    names = ", ".join(sorted({kind.name_of(row) for row in rows})) or "none"
    raise CommandError(f"There is no {kind.name} {name!r} {where}. There are: {names}.")
