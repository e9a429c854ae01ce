"""Exam scores, agreement with people's relevance, and what would change."""
