"""An adjudicated label, as a script sends it."""

from rest_framework import serializers

from assess.judging.adjudication.forms import LONGEST_NOTE
from assess.judging.serializers import ActSerializer


class SettleSerializer(ActSerializer):
    """One label of one disputed item; "" takes it back."""

    item = serializers.UUIDField()
    value = serializers.CharField(max_length=20, allow_blank=True)
    note = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_NOTE
    )
