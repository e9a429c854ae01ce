"""Judges: people, models, baselines, imports and panels."""
