"""The grades that a machine gave, by docid."""

from assess.judging.models import Judge
from assess.kinds.relevance.models import RelevanceLabel


def grades(judge: Judge) -> dict[str, str]:
    rows = RelevanceLabel.objects.filter(judge=judge)
    return {row.segment.docid: row.value for row in rows}  # type: ignore[attr-defined]
