"""One support label, as a script sends it."""

from rest_framework import serializers

from assess.judging.serializers import ActSerializer
from assess.kinds.support.kind import GRADES, NEEDS_NONE


class SupportSerializer(ActSerializer):
    """One label of one citation; "" takes the label back.

    Not every track has every value: the label's own scale decides.
    """

    citation = serializers.UUIDField()
    value = serializers.ChoiceField(
        [grade.value for grade in (*GRADES, NEEDS_NONE)], allow_blank=True
    )
