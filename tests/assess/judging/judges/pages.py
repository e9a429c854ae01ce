"""Addresses of the pages of judges."""

from django.urls import reverse

from runs.models import Track


def address(name: str, track: Track, *args: object) -> str:
    return reverse(f"assess:{name}", args=[track.uuid, *args])
