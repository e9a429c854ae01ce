"""Keys, preferences and limits of people, on plain values."""
