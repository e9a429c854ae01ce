"""Exams at full size: the board, what would change, one topic's panel, grading."""
