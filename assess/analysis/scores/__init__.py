"""Scores: the families of measures over a track's runs, counted and kept."""
