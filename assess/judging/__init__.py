"""Judging: kinds of label, judges, work, and the labels that result."""
