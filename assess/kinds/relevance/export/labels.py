"""Relevance labels, a row each."""

from assess.exchange.exports.labels import export_labels
from assess.kinds.relevance.kind import RELEVANCE

RELEVANCE_LABELS = export_labels(
    RELEVANCE, {"topic": "topic__name", "docid": "segment__docid"}
)
