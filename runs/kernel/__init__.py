"""Readers, checks and writers of files, in pure Python."""
