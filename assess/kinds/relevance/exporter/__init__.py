"""Exports of relevance: files of labels, and the pairs that the RJ task asks for."""

from assess.kinds.relevance.exporter import files, pairs

__all__ = ["files", "pairs"]
