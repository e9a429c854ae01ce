"""Labels of every kind, written and read."""
