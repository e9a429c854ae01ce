"""The offline relevance baseline: word overlap, no model; a baseline, not a judge.

Its thresholds are ours and were not fitted to any qrels.
"""

from collections.abc import Sequence

from assess.judging.kernel.words import content_stems, recall
from assess.kinds.kernel.grades import CoveredGrade, grade_for_ticks

COVERED = 0.6
RELATED = 0.2
STEPS = (0.25, 0.5, 0.75)


def grade_with_subnarratives(
    topic: str,
    subnarratives: Sequence[str],
    passage: str,
    *,
    covered: float = COVERED,
    related: float = RELATED,
) -> CoveredGrade:
    """Grade a passage 0 to 4 by the sub-narratives whose words it contains.

    A sub-narrative is covered if at least the share covered of its content stems occurs
    in the passage; the grade follows from their number (method 2). With none, 1 if at
    least the share related of the topic's stems occurs, else 0.
    """
    found = set(content_stems(passage))
    ticks = tuple(
        place
        for place, text in enumerate(subnarratives)
        if (recall(set(content_stems(text)), found) or 0.0) >= covered
    )
    grade = grade_for_ticks(len(ticks))
    if grade is None:
        share = recall(set(content_stems(topic)), found) or 0.0
        grade = int(share >= related)
    return CoveredGrade(grade, ticks)


def grade_without_subnarratives(
    topic: str, passage: str, *, steps: Sequence[float] = STEPS
) -> CoveredGrade:
    """Grade a passage 0 to 3 by the steps that its recall of stems reaches."""
    share = recall(set(content_stems(topic)), set(content_stems(passage))) or 0.0
    return CoveredGrade(sum(share >= step for step in steps))
