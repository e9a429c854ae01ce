"""The support scores of one response, sentence by sentence: an oracle (P4 3.3)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assess.kinds.kernel.support_scores import Citations

WEIGHTS = {"full_support": 1.0, "partial_support": 0.5, "no_support": 0.0}
NEEDS_NONE = "no_citation_needed"
HARD_WEIGHTS = {"full_support": 1.0, "partial_support": 0.0, "no_support": 0.0}


class OneResponse(NamedTuple):
    """One response's citation scores; precision and recall from 0 to 1 or None.

    judged: sentences with a judged citation. unjudged: sentences whose first citation
    (or, over all citations, every citation) has no label yet. uncited: those without.
    exempt: those with a label that they need no citation.
    """

    precision: float | None
    recall: float | None
    sentences: int
    judged: int
    unjudged: int
    uncited: int
    exempt: int


def score_response(
    sentences: Sequence[Sequence[str]],
    *,
    citations: Citations = "first",
    hard: bool = False,
) -> OneResponse:
    """Score one response: per sentence the labels of its citations, strongest first.

    "" is an unjudged citation. With weights full 1, partial 1/2 (hard: 0), none 0:
    precision = sum / sentences with a judged citation; recall = sum / all sentences
    minus the unjudged ones. A sentence without citations counts 0 in recall; one that
    needs none counts in neither (our choice: the papers give it no weight). Over all
    citations, the judged ones of a sentence are averaged first. None if the denominator
    is empty.
    """
    weights = HARD_WEIGHTS if hard else WEIGHTS
    every = [list(cited[:1] if citations == "first" else cited) for cited in sentences]
    used = [cited for cited in every if NEEDS_NONE not in cited]
    judged = list(_judged_sentences(used, weights))
    uncited = sum(not cited for cited in used)
    total = sum(judged)
    return OneResponse(
        precision=total / len(judged) if judged else None,
        recall=total / (len(judged) + uncited) if judged or uncited else None,
        sentences=len(every),
        judged=len(judged),
        unjudged=len(used) - len(judged) - uncited,
        uncited=uncited,
        exempt=len(every) - len(used),
    )


def _judged_sentences(
    sentences: Sequence[Sequence[str]], weights: dict[str, float]
) -> Iterator[float]:
    for cited in sentences:
        labels = [label for label in cited if label]
        if labels:
            yield sum(weights[label] for label in labels) / len(labels)
