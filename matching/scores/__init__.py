"""Scores of runs by matched nuggets."""
