"""Shared queues: work that any of several people may take."""
