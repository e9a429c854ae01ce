"""The serializer of a decision about a turn."""

from __future__ import annotations

from datetime import datetime

from rest_framework import serializers

from accounts.models import User
from assess.judging.serializers import ActSerializer
from assess.judging.turns.marks import Marks
from runs.actions.review import Act


class MarksSerializer(ActSerializer):
    """What is decided about a turn."""

    assessed = serializers.BooleanField()
    unanswerable = serializers.BooleanField()
    gold_answer = serializers.BooleanField()

    def marks(self) -> Marks:
        """Return the valid request's decision."""
        data = self.validated_data
        return Marks(data["assessed"], data["unanswerable"], data["gold_answer"])

    def act_of(self, user: User, *, now: datetime) -> Act:
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
