"""Assessor quality: pace, agreement with others, test items, and drift."""
