"""Exports of support: judged answers, judgment rows, scores, label rows."""

from assess.kinds.support.exporter import files

__all__ = ["files"]
