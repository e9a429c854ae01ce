"""The app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Notes when a session begins, however its person signed in."""

    name = "accounts"

    def ready(self) -> None:
        """Connect what Django says at every sign-in."""
        from django.contrib.auth.signals import user_logged_in  # noqa: PLC0415

        from accounts.sessions import begin  # noqa: PLC0415 - it needs the models

        user_logged_in.connect(begin)
