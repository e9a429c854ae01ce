"""Backup and restore: the whole installation as one file, checked by hash."""
