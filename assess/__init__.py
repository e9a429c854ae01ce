"""Judging: judges, allocations, labels of every kind, agreement."""
