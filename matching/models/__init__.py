"""The models of nugget matching."""

from matching.models.batches import Batch, Pair, Voiding
from matching.models.duplicates import Cover, Deduplication, Entailment
from matching.models.labels import EntailLabel, JudgedPairs, MatchLabel
from matching.models.references import OtherScore, ReferenceAnswer
from matching.models.responses import Extraction, ResponseNugget

__all__ = (
    "Batch",
    "Cover",
    "Deduplication",
    "EntailLabel",
    "Entailment",
    "Extraction",
    "JudgedPairs",
    "MatchLabel",
    "OtherScore",
    "Pair",
    "ReferenceAnswer",
    "ResponseNugget",
    "Voiding",
)
