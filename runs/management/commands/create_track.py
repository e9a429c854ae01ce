"""Create a track."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from runs.actions.tracks import create_track, profile_names
from runs.forms.tracks import TrackForm
from runs.management.base import said_of


class Command(BaseCommand):
    help = "Make a track with a copy of a profile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "track", metavar="TRACK", help="a short name, such as rag25"
        )
        parser.add_argument(
            "--profile",
            required=True,
            choices=profile_names(),
            help="the rules that are copied into the track",
        )
        parser.add_argument("--name", default="", help="the name that pages show")
        parser.add_argument("--organizer", default="", help="a user to organize it")

    def handle(self, *_args: object, **options: Any) -> None:
        slug, profile = options["track"], options["profile"]
        form = TrackForm(
            {"slug": slug, "name": options["name"] or slug, "profile": profile}
        )
        if not form.is_valid():
            raise CommandError(said_of(form))
        track = create_track(**form.cleaned_data, organizer=_user(options["organizer"]))
        self.stdout.write(f"Made track {track.slug} with profile {profile}.")


def _user(name: str) -> User | None:
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name!r}.")
    return user
