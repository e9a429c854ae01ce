"""Judging by machine, for every kind of label."""
