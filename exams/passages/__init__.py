"""The passages that exams grade: the pool, and pieces of responses."""
