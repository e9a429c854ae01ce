"""The contents of archives that belong to nugget matching."""

from __future__ import annotations

from assess.exchange.archive.format.tables import register, tells
from matching.models import (
    Batch,
    Cover,
    Deduplication,
    Entailment,
    Extraction,
    JudgedPairs,
    OtherScore,
    Pair,
    ReferenceAnswer,
    ResponseNugget,
    Voiding,
)


@tells
def tell_of_matching() -> None:
    """Register what labels of matching are on; the labels are registered already."""
    register(Extraction, under="judge")
    register(ResponseNugget, under="extraction", longest={"text": "text"})
    register(JudgedPairs, under="judge")
    register(Batch)
    register(Pair, under="batch")
    register(Voiding, under="work")
    register(ReferenceAnswer, under="author", plain=("nuggets",))
    register(OtherScore)
    register(Entailment, under="judge")
    register(Deduplication, under="bank")
    register(Cover, under="deduplication")
