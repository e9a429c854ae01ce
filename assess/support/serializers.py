"""One support label, as a script sends it."""

from rest_framework import serializers

from assess.serializers import ActSerializer
from assess.support.kind import GRADES


class SupportSerializer(ActSerializer):
    """One label of one citation; "" takes the label back."""

    citation = serializers.UUIDField()
    value = serializers.ChoiceField([grade.value for grade in GRADES], allow_blank=True)
