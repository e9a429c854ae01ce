"""A track's overview: its topics by type of work, and what waits for organizers."""
