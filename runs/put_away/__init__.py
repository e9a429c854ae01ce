"""Putting away: things leave every page, and can be restored."""
