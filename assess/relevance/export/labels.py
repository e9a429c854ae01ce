"""Relevance labels, a row each."""

from assess.exports.labels import export_labels
from assess.relevance.kind import RELEVANCE

RELEVANCE_LABELS = export_labels(
    RELEVANCE, {"topic": "topic__name", "docid": "segment__docid"}
)
