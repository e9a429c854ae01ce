"""The serializer of an edit, except for the edit itself."""

from __future__ import annotations

from datetime import datetime

from rest_framework import serializers

from accounts.models import User
from assess.judging.serializers import ActSerializer
from nuggets.editing.steps.step import Act


class EditSerializer(ActSerializer):
    """The list of the edit; the page's form reads the edit itself."""

    version = serializers.UUIDField()

    def edit_of(self, user: User, *, now: datetime) -> Act:
        """Return the valid request's action, as that person's."""
        said = self.act()
        return Act(
            by=user,
            seen=said.seen,
            now=now,
            key=said.key,
            after=said.after,
            client_time=said.client_time,
            active_ms=said.active_ms,
            body=said.body,
        )
