"""What requests of scripts about relevance may hold."""

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from assess.kinds.relevance.forms import LONGEST_NOTE, MOST_HIGHLIGHTS


class RelevanceSerializer(ActSerializer):
    """One grade of one segment; "" takes it back. What is left out is empty."""

    segment = serializers.UUIDField()
    value = serializers.CharField(max_length=20, allow_blank=True)
    ticks = serializers.ListField(
        child=serializers.UUIDField(), required=False, max_length=500
    )
    note = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_NOTE
    )
    highlights = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0), min_length=2, max_length=2
        ),
        required=False,
        max_length=MOST_HIGHLIGHTS,
    )
