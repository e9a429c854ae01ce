"""Give an account that cannot sign in its first password."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.actions import SignsInAlready, activate
from accounts.models import User


class Command(BaseCommand):
    help = "Activate an account that cannot sign in, and print its first password."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the sign-in name; the password is generated, not an argument."""
        parser.add_argument("name", metavar="NAME", help="the person's sign-in name")

    def handle(self, *_args: object, **options: Any) -> None:
        """Print the password on a line of its own, on standard output."""
        name = User.normalize_username(options["name"])
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no user {name!r}.")
        try:
            password = activate(user, by=None, now=timezone.now())
        except SignsInAlready as error:
            raise CommandError(
                f"{error} To replace a password: manage.py changepassword {name}"
            ) from error
        self.stderr.write(f"{name} can sign in now, with this password:")
        self.stdout.write(password)
