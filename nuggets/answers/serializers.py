"""The serializer of a gold answer."""

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from nuggets.answers.actions import Said
from nuggets.answers.forms import LONGEST

MOST = 2_000  # nuggets or passages


class AnswerSerializer(ActSerializer):
    """A whole answer, the nuggets it covers and the passages used."""

    text = serializers.CharField(
        max_length=LONGEST, allow_blank=True, trim_whitespace=False
    )
    covered = serializers.ListField(child=serializers.UUIDField(), max_length=MOST)
    used = serializers.ListField(child=serializers.UUIDField(), max_length=MOST)

    def said(self) -> Said:
        """Return the valid request's content."""
        data = self.validated_data
        return Said(data["text"], tuple(data["covered"]), tuple(data["used"]))
