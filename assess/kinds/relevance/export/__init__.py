"""Relevance going out: qrels, judgment runs, ticks, graded passages, label rows."""

from assess.kinds.relevance.export import labels, passages, qrels, scores, ticks

__all__ = ["labels", "passages", "qrels", "scores", "ticks"]
