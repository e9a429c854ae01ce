"""Load the sample campaign."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import User
from nuggets.sample.campaign import Campaign, read_campaigns
from nuggets.sample.load import is_loaded, load_sample
from nuggets.sample.people import new_passwords, passwords_in, shown


class Command(BaseCommand):
    help = (
        "Load the sample campaign: a track of narratives and one of conversations, "
        "with invented runs, people and labels. A second time changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--passwords",
            metavar="FILE",
            help="the people's passwords (JSON: name, password); made where missing, "
            "readable by its owner only. Without it they are printed.",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        missing = [each for each in read_campaigns() if not is_loaded(each)]
        if not missing:
            self.stdout.write("The sample campaign is loaded already: nothing changed.")
            return
        passwords = self.passwords(missing, options["passwords"])
        for campaign in missing:
            track = load_sample(campaign, passwords=passwords, now=timezone.now())
            self.stdout.write(
                f"Loaded {track.slug} ({track.name}): {track.topics.count()} topics, "
                f"{track.runs.count()} runs, {track.segments.count()} segments."
            )

    def passwords(self, campaigns: list[Campaign], file: str | None) -> dict[str, str]:
        """Return the passwords of the people still to be created."""
        names = dict.fromkeys(name for each in campaigns for name in each.names)
        there = User.objects.filter(username__in=names)
        known = list(there.values_list("username", flat=True))
        for name in known:
            self.stdout.write(f"{name} has an account already, which stays as it is.")
        missing = [name for name in names if name not in known]
        if file:
            return passwords_in(Path(file), missing)
        passwords = new_passwords(missing)
        for line in shown(campaigns, passwords):
            self.stdout.write(line)
        return passwords
