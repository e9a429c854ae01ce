"""The serializer of one step of a review."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from assess.kinds.subnarratives.actions import STEPS, Command
from assess.kinds.subnarratives.forms import LONGEST, ON_NONE, WORDS


class StepSerializer(ActSerializer):
    """One step; unneeded fields are optional."""

    action = serializers.ChoiceField(list(STEPS))
    on = serializers.UUIDField(required=False, allow_null=True)
    text = serializers.CharField(max_length=LONGEST, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require what the step needs."""
        if attrs["action"] in WORDS and not attrs.get("text"):
            raise serializers.ValidationError(
                {"text": "Write the sub-narrative’s words."}
            )
        if attrs["action"] not in ON_NONE and not attrs.get("on"):
            raise serializers.ValidationError({"on": "Choose a sub-narrative."})
        return attrs

    def command(self) -> Command:
        """Return the valid request's step."""
        data = self.validated_data
        on = str(data["on"]) if data.get("on") else ""
        return Command(data["action"], on, " ".join(data.get("text", "").split()))
