"""Putting away: what an organizer made leaves every page, and can be restored."""
