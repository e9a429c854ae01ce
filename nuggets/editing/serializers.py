"""The serializer of an edit, except for the edit itself."""

from __future__ import annotations

from rest_framework import serializers

from assess.judging.serializers import ActSerializer


class EditSerializer(ActSerializer):
    """The list of the edit; the page's form reads the edit itself."""

    version = serializers.UUIDField()
