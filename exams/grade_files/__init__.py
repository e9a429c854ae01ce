"""Graded passages of the rubric workbench: their import and their export."""
