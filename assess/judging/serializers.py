"""Serializers of the API: scripts' requests and the responses to them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from rest_framework import serializers

from accounts.kernel.idempotency import body_mark
from accounts.models import User
from assess.judging.kinds import Grade
from assess.judging.labels.writer import Act
from assess.judging.models import Change, Judge, Label
from assess.judging.work.forms import LONGEST_NOTE, MOST_HIGHLIGHTS
from runs.actions.acts import Act as EditAct
from runs.models import Run, Topic, Track


class ActSerializer(serializers.Serializer[Any]):
    """The fields of every judging write except its label."""

    key = serializers.UUIDField()
    seen = serializers.IntegerField(min_value=0, allow_null=True, default=0)
    after = serializers.UUIDField(required=False, allow_null=True)
    client_time = serializers.DateTimeField(required=False, allow_null=True)
    active_ms = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, allow_null=True
    )

    def act(self) -> Act:
        """Return the valid request's action on a label."""
        return Act(**self._fields())

    def act_by(self, user: User, *, now: datetime) -> EditAct:
        """Return the valid request's action on a list, as that person's."""
        return EditAct(by=user, now=now, **self._fields())

    def _fields(self) -> dict[str, Any]:
        data = self.validated_data
        return {
            "key": data["key"],
            "seen": data["seen"] or 0,
            "after": data.get("after"),
            "client_time": data.get("client_time"),
            "active_ms": data.get("active_ms"),
            "body": body_mark(self.initial_data),
        }


def grade_serializer(
    *parts: str,
    grades: Sequence[Grade] = (),
    **more: serializers.Field[Any, Any, Any, Any],
) -> type[ActSerializer]:
    """Return the serializer of a label: its item's public ids, and its value.

    "" takes the label back. Only the values of `grades` are accepted; if it is empty,
    the label's own scale decides later. `more` are the fields of further details.
    """
    values = [grade.value for grade in grades]
    value: serializers.Field[Any, Any, Any, Any] = (
        serializers.ChoiceField(values, allow_blank=True)
        if values
        else serializers.CharField(max_length=20, allow_blank=True)
    )
    fields = {part: serializers.UUIDField() for part in parts}
    own = type("GradeSerializer", (ActSerializer,), {**fields, "value": value, **more})
    return cast("type[ActSerializer]", own)


def note_field() -> serializers.CharField:
    """Return the field of a label's note, which is optional."""
    return serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_NOTE
    )


def highlights_field(*, most: int = MOST_HIGHLIGHTS) -> serializers.ListField:
    """Return the field of highlights: [start, end) in code points of the text."""
    place = serializers.IntegerField(min_value=0)
    span = serializers.ListField(child=place, min_length=2, max_length=2)
    return serializers.ListField(child=span, required=False, max_length=most)


class TrackSerializer(serializers.ModelSerializer[Track]):
    """A track."""

    class Meta:
        model = Track
        fields = ("uuid", "slug", "name", "created_at")


class TopicSerializer(serializers.ModelSerializer[Topic]):
    """A topic."""

    class Meta:
        model = Topic
        fields = ("uuid", "name", "text", "position")


class RunSerializer(serializers.ModelSerializer[Run]):
    """A run, without its lists."""

    class Meta:
        model = Run
        fields = (
            "uuid",
            "name",
            "group",
            "task",
            "type",
            "priority",
            "control",
            "landed_at",
        )


class JudgeSerializer(serializers.ModelSerializer[Judge]):
    """A judge, without secrets: it contains no endpoint's key."""

    class Meta:
        model = Judge
        fields = (
            "uuid",
            "name",
            "kind",
            "description",
            "model",
            "parameters",
            "prompts",
            "baseline",
            "rule",
            "created_at",
        )


class ChangeSerializer(serializers.ModelSerializer[Change]):
    """One entry of a label's history."""

    actor = serializers.SlugRelatedField[Any](slug_field="uuid", read_only=True)

    class Meta:
        model = Change
        fields = (
            "version",
            "before",
            "after",
            "details",
            "actor",
            "at",
            "client_time",
            "active_ms",
        )


class LabelSerializer(serializers.Serializer[Label]):
    """A label of any kind: its item by public ids, and its history."""

    item = serializers.SerializerMethodField()
    judge = serializers.SlugRelatedField[Any](slug_field="uuid", read_only=True)
    actor = serializers.SlugRelatedField[Any](slug_field="uuid", read_only=True)
    round = serializers.IntegerField()
    value = serializers.CharField()
    details = serializers.JSONField()
    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    changes = serializers.SerializerMethodField()

    def get_item(self, label: Label) -> dict[str, str]:
        """Return the item's parts by name."""
        kind = self.context["kind"]
        return {name: str(getattr(label, name).uuid) for name in kind.item}

    def get_changes(self, label: Label) -> Any:  # noqa: ANN401 - DRF's own lists
        """Return the label's changes, oldest first."""
        found = self.context["changes"].get(label.pk, [])
        return ChangeSerializer(found, many=True).data
