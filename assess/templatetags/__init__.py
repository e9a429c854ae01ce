"""Template tags and filters for pages of work."""
