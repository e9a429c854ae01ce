"""What a script says of itself beside the edit that it sends."""

from rest_framework import serializers

from assess.serializers import ActSerializer


class EditSerializer(ActSerializer):
    """Which list the edit is on; the edit itself is read by the form of the page."""

    version = serializers.UUIDField()
