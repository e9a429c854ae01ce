"""Exam measures beside another board, and how they move with the threshold."""
