"""Judging: kinds of label, judges, work and the labels that come of it."""
