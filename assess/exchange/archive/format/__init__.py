"""The archive as a file: its tables, lines and manifest."""
