"""Exams (EXAM++, RUBRIC): question banks that grade passages, and their scores."""
