"""Matches: whether a response captures a gold nugget."""
