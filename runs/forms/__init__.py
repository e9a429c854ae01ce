"""The forms of tracks and imports."""
