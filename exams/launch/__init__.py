"""Grading by machine: what it takes, and its start."""
