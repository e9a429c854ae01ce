"""People: signing in, and how they like to read."""
