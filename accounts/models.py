"""People: who signs in, and how they like to read."""

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models


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
