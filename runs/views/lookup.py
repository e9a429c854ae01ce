"""Rows looked up through the requesting person: others' rows are a 404."""

from typing import cast
from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from accounts.models import User
from runs.models import Track


def organized_track(request: HttpRequest | Request, track: UUID) -> Track:
    """Return a track that the person organizes."""
    mine = Track.objects.organized_by(cast(User, request.user))
    return get_object_or_404(mine, uuid=track)
