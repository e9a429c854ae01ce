"""The serializer of an adjudicated label; "" takes it back."""

from assess.judging.serializers import grade_serializer, note_field

SettleSerializer = grade_serializer("item", note=note_field())
