"""The serializer of a decision about a turn."""

from __future__ import annotations

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from assess.judging.turns.marks import Marks


class MarksSerializer(ActSerializer):
    """What is decided about a turn."""

    assessed = serializers.BooleanField()
    unanswerable = serializers.BooleanField()
    gold_answer = serializers.BooleanField()

    def marks(self) -> Marks:
        """Return the valid request's decision."""
        data = self.validated_data
        return Marks(data["assessed"], data["unanswerable"], data["gold_answer"])
