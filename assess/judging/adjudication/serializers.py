"""An adjudicated label, as a script sends it; "" takes it back."""

from assess.judging.serializers import grade_serializer, note_field

SettleSerializer = grade_serializer("item", note=note_field())
