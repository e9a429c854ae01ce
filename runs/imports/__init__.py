"""Imports: one module per type of file, and their common procedure.

The whole file is checked before anything is written. What is written becomes visible by
one last update, so a file is imported completely or not at all.
"""
