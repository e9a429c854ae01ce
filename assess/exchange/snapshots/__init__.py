"""Snapshots: exports kept as they were made."""
