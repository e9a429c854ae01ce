"""The job of scoring answers by a model."""

from jobs.registry import job_kind
from jobs.run import Running
from matching.answer_scores.work import score_answers


@job_kind("score_answers", title="Scores of answers")
def score(running: Running) -> dict[str, object]:
    """Give the scores of answers that a judge has not given yet."""
    return score_answers(running)
