"""What requests of scripts about nuggets may hold."""

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from nuggets.assignment.kind import GRADES


class AssignmentSerializer(ActSerializer):
    """One label of one nugget on one response; "" takes the label back."""

    response = serializers.UUIDField()
    nugget = serializers.UUIDField()
    value = serializers.ChoiceField([grade.value for grade in GRADES], allow_blank=True)
