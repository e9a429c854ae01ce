"""The Django app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Records when a session begins, whatever the way of signing in."""

    name = "accounts"

    def ready(self) -> None:
        """Connect Django's signal of a sign-in."""
        from django.contrib.auth.signals import user_logged_in  # noqa: PLC0415

        from accounts.sessions import begin  # noqa: PLC0415 - it needs the models

        user_logged_in.connect(begin)
