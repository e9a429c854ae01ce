"""People: who signs in, and how they like to read."""

import uuid
from typing import ClassVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q, QuerySet


class User(AbstractUser):
    """A person. What they may do in a track is their membership's to say."""

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
        """Say whether the account is active and has a password."""
        return self.is_active and self.has_usable_password()

    @property
    def came_with_an_archive(self) -> bool:
        """Say whether nobody has ever had this account: an archive made it."""
        never = self.last_login is None and not self.is_active
        return never and not self.has_usable_password()


def unable_to_sign_in() -> QuerySet[User]:
    """Return the people whose accounts are inactive or have no password."""
    no_password = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return User.objects.filter(Q(is_active=False) | no_password)


def anybody_can_sign_in() -> bool:
    """Say whether this installation has an account that can be used."""
    return User.objects.exclude(pk__in=unable_to_sign_in().values("pk")).exists()


class AccountChange(models.Model):
    """One time that somebody got a first password; rows are only added."""

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
        """Return who did what, as a sentence without its end."""
        who = self.by or "A command on the server"
        return f"{who} {self.get_action_display()} {self.user}"


class Tries(models.Model):
    """How often passwords were tried for a name, from an address, or both together."""

    PAIR, NAME, ADDRESS = "pair", "name", "address"

    # A keyed hash: neither names nor addresses are kept.
    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=8)
    count = models.PositiveIntegerField(db_default=0)
    until = models.DateTimeField(db_index=True)
    # Of a pair: until when this address counts as this person's.
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
        """Return what is counted."""
        return f"{self.count} by {self.kind}"


class Submission(models.Model):
    """A form that somebody sent, so that the same one sent twice is done once."""

    # A hash of the person, the form as it was shown, its address and its content.
    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)
    # Where its answer led; "" while there is none.
    location = models.TextField(default="", db_default="")

    class Meta:
        db_table = "accounts_submission"

    def __str__(self) -> str:
        """Return where the answer led."""
        return self.location or "under way"
