"""Boards, rankings of runs from elsewhere: their import and their pages."""
