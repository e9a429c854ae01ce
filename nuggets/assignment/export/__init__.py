"""Assignments going out: nuggetizer's files, graded responses, label rows."""

from nuggets.assignment.export import graded, labels, runs

__all__ = ["graded", "labels", "runs"]
