"""One label of a statement, as a script sends it."""

from rest_framework import serializers

from assess.ptkb.kind import GRADES
from assess.serializers import ActSerializer


class PtkbSerializer(ActSerializer):
    """One label of one statement; "" takes the label back."""

    statement = serializers.UUIDField()
    value = serializers.ChoiceField([grade.value for grade in GRADES], allow_blank=True)
