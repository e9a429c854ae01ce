"""Guesses of a file's kind."""
