"""The serializer of an edit of a draft, except for the edit itself."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from assess.judging.serializers import ActSerializer
from runs.actions.review import Act


class EditSerializer(ActSerializer):
    """The action; the page's form reads the edit itself."""

    def edit_of(self, user: User, *, now: datetime) -> Act:
        """Return the valid request's action, as that person's."""
        said = self.act()
        return Act(
            by=user,
            key=said.key,
            seen=said.seen,
            now=now,
            after=said.after,
            client_time=said.client_time,
            active_ms=said.active_ms,
            body=said.body,
        )
