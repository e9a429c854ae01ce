"""Budgets of a track and of its jobs."""
