"""Scores: leaderboards, rankings of two conditions, and what they rest on."""
