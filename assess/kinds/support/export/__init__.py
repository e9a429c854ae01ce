"""Support going out: judged answers, judgment rows, metric rows, label rows."""

from assess.kinds.support.export import answers, judgments, labels, metrics, scores

__all__ = ["answers", "judgments", "labels", "metrics", "scores"]
