"""Decisions of the kinds of label, on plain values."""
