"""The navigation of a track's pages."""

from __future__ import annotations

from django import template

from runs.places import PLACES, SEEN, TrackPage, TrackPlace, place_of

register = template.Library()


@register.simple_tag
def track_places() -> tuple[TrackPlace, ...]:
    """Return the places of a track's pages for its organizers."""
    return PLACES


@register.simple_tag
def seen_pages() -> tuple[TrackPage, ...]:
    """Return the pages of a track that its viewers have."""
    return SEEN


@register.filter
def place(tab: str) -> TrackPlace:
    """Return the place of a page by its name as a tab."""
    return place_of(tab)
