"""The commands of exams."""
