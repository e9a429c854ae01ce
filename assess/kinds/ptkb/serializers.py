"""One label of a statement, as a script sends it."""

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from assess.kinds.ptkb.kind import GRADES


class PtkbSerializer(ActSerializer):
    """One label of one statement; "" takes the label back."""

    statement = serializers.UUIDField()
    value = serializers.ChoiceField([grade.value for grade in GRADES], allow_blank=True)
