"""Exports of banks, in the formats of nuggetizer, 2025, AutoJudge, the workbench."""

from nuggets.banks.exporter import autojudge, lists, rubric

__all__ = ["autojudge", "lists", "rubric"]
