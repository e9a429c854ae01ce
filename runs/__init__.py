"""Imported data: tracks, topics, segments, runs and their files."""
