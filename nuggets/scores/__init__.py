"""Scores: leaderboards, rankings of two conditions, and their bases."""
