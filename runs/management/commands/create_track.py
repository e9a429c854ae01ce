"""Make a track."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_slug

from accounts.models import User
from runs.actions.tracks import TrackExists, create_track, profile_names


class Command(BaseCommand):
    help = "Make a track with a copy of a profile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "track", metavar="TRACK", help="a short name, such as rag25"
        )
        parser.add_argument("--profile", required=True, choices=profile_names())
        parser.add_argument("--name", default="", help="the name that pages show")
        parser.add_argument("--organizer", default="", help="a user to organize it")

    def handle(self, *_args: object, **options: Any) -> None:
        slug = options["track"]
        try:
            validate_slug(slug)
            track = create_track(
                slug,
                name=options["name"] or slug,
                profile=options["profile"],
                organizer=_user(options["organizer"]),
            )
        except (ValidationError, TrackExists) as error:
            text = "; ".join(getattr(error, "messages", [str(error)]))
            raise CommandError(text) from error
        self.stdout.write(f"Made track {track.slug} with profile {options['profile']}.")


def _user(name: str) -> User | None:
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name!r}.")
    return user
