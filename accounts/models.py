"""People: accounts, password attempts and submitted forms."""

import uuid
from typing import ClassVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q, QuerySet


class User(AbstractUser):
    """A person. Their membership of a track decides what they may do there."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    timezone = models.CharField(max_length=64, default="UTC")
    # Reading and keyboard preferences: font size, line width, remapped keys.
    preferences = models.JSONField(default=dict, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined,misc]
        db_table = "accounts_user"

    def __str__(self) -> str:
        """Return the name that others see."""
        return self.get_full_name() or self.username

    @property
    def can_sign_in(self) -> bool:
        """Return whether the account is active and has a password."""
        return self.is_active and self.has_usable_password()

    @property
    def came_with_an_archive(self) -> bool:
        """Return whether an archive created this account and nobody has used it yet."""
        never = self.last_login is None and not self.is_active
        return never and not self.has_usable_password()


def unable_to_sign_in() -> QuerySet[User]:
    """Return the people whose accounts are inactive or have no password."""
    no_password = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return User.objects.filter(Q(is_active=False) | no_password)


def anybody_can_sign_in() -> bool:
    """Return whether at least one account of this installation can sign in."""
    return User.objects.exclude(pk__in=unable_to_sign_in().values("pk")).exists()


class AccountChange(models.Model):
    """One first password that somebody gave to an account; rows are only added."""

    MADE, ACTIVATED = "made", "activated"
    ACTIONS = ((MADE, "made the account of"), (ACTIVATED, "activated the account of"))

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="account_changes"
    )
    action = models.CharField(max_length=9, choices=ACTIONS)
    # None: a command on the server.
    by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(action__in=("made", "activated")),
                name="account_change_is_known",
            ),
        )

    def __str__(self) -> str:
        """Return who did what, as a sentence without a full stop."""
        who = self.by or "A command on the server"
        return f"{who} {self.get_action_display()} {self.user}"


class Tries(models.Model):
    """The number of password attempts for a name, an address, or a pair of both."""

    PAIR, NAME, ADDRESS = "pair", "name", "address"

    # A keyed hash: neither names nor addresses are stored.
    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=8)
    count = models.PositiveIntegerField(db_default=0)
    until = models.DateTimeField(db_index=True)
    # For a pair: until when this address is trusted for this person.
    trusted = models.DateTimeField(null=True)

    class Meta:
        db_table = "accounts_tries"
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=("pair", "name", "address")),
                name="tries_are_of_a_known_kind",
            ),
        )

    def __str__(self) -> str:
        """Return the kind of counter."""
        return f"{self.count} by {self.kind}"


class Submission(models.Model):
    """A form that somebody submitted, so that a repetition is not processed again."""

    # A hash of the person, the form as it was shown, its address and its content.
    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)
    # Where its answer redirected to; "" while there is no answer.
    location = models.TextField(default="", db_default="")

    class Meta:
        db_table = "accounts_submission"

    def __str__(self) -> str:
        """Return where the answer redirected to."""
        return self.location or "under way"
