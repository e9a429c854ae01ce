"""Scores: the families of measures over a track's runs, computed and cached."""
