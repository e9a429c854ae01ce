"""Template tags that lead into the guides."""
