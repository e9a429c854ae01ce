"""Judging by machine: one machinery for every kind of label."""
