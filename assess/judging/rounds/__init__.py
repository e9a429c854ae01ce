"""Rounds: protocols of support that organizers store, and training for them."""
