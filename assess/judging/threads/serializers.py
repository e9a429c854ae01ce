"""The serializers of threads."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.kernel.idempotency import body_mark
from assess.judging.models import Remark
from assess.judging.models.threads import REASONS
from assess.judging.threads.actions import Words
from assess.judging.threads.forms import LONGEST, SAID


class SaySerializer(serializers.Serializer[Any]):
    """A comment, flag or skip of an assessor on one item, or a skip undone."""

    item = serializers.CharField(max_length=120)
    kind = serializers.ChoiceField((*SAID, (Remark.UNSKIP, "Undo the skip")))
    reason = serializers.ChoiceField(REASONS, required=False, allow_blank=True)
    text = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    key = serializers.UUIDField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require a reason or a text."""
        if attrs["kind"] == Remark.COMMENT:
            attrs["reason"] = ""
        is_said = attrs.get("text") or attrs.get("reason")
        if not is_said and attrs["kind"] != Remark.UNSKIP:
            raise serializers.ValidationError({"text": "Say why."})
        return attrs

    def words(self) -> Words:
        """Return the valid request's remark."""
        data = self.validated_data
        said = data.get("text", ""), data.get("reason", "")
        return Words(data["kind"], *said, data["key"], body_mark(self.initial_data))
