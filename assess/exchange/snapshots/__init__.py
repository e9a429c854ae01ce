"""Snapshots: stored exports that do not change."""
