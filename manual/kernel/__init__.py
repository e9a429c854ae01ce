"""Guides as values: their HTML, sections and definitions."""
