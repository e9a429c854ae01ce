"""Batches of pairs for people, with hidden test items."""
