"""Pages of imported data."""
