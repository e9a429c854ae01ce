"""Imports of labels: files with a judge's labels of segments."""
