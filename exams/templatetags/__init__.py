"""Filters of the pages of exams."""
