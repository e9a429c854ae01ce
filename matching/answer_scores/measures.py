"""The measures of answers that a model can give."""

from __future__ import annotations

from typing import Literal, get_args

from assess.judging.models import Judge

Scored = Literal["LLMEval", "groundedness"]
MEASURES: tuple[Scored, ...] = get_args(Scored)
LLMEVAL, GROUNDEDNESS = MEASURES

PROMPTS: dict[Scored, str] = {  # prompts/<name>.toml
    "LLMEval": "judge_answer",
    "groundedness": "judge_groundedness",
}

TOP_PASSAGES = 5  # of a response, that its text is compared with


def measure_by(measure: Scored, judge: Judge) -> str:
    """Return the name of a measure in tables: it names the judge."""
    return f"{measure} by {judge.name}"
