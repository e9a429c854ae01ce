"""What a job takes before it starts: the one figure for every kind of job.

The job's own work is rehearsed: it counts the calls that it would make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assess.judging.kernel.pace import duration_words
from assess.judging.machine.readiness import model_of
from assess.judging.models import Judge
from jobs.models import Job
from jobs.rehearsal import rehearse
from llm.estimates import BY_LEDGER, BY_TOKENIZER, Estimate, Tally

# Items whose calls are counted one by one; more are scaled up from them.
ON_PAGES, IN_COMMANDS = 300, 10_000


@dataclass(frozen=True)
class Quote:
    """What a job takes; no estimate: it needs no model."""

    judge: Judge | None = None
    estimate: Estimate | None = None
    is_sample: bool = False

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the figures by name, as text."""
        found = self.estimate
        if found is None:
            return [("calls", "0: no model is needed")]
        most = "at most " if found.is_most else ""
        cost = "unknown: the model has no price"
        return [
            ("calls", f"{most}{found.calls:,}"),
            ("calls on record, which cost nothing", f"{found.held:,}"),
            ("prompt tokens", f"{most}{found.prompt_tokens:,}"),
            ("reply tokens", f"{most}{found.reply_tokens:,}"),
            ("cost", cost if found.cost is None else f"{most}{found.cost:.4f}"),
            ("time", _time(found)),
            ("basis", " ".join(self.basis)),
        ]

    @property
    def basis(self) -> list[str]:
        """Return on what the figures rest, in sentences."""
        found = self.estimate
        if found is None:
            return []
        rate = f"{found.characters_a_token:.1f} characters a token"
        counted = {
            BY_TOKENIZER: "Prompt tokens: counted by the endpoint.",
            BY_LEDGER: f"Prompt tokens: {rate}, as in this model’s recorded calls.",
        }
        replies = (
            f"Replies and time: means of {found.recorded:,} recorded calls."
            if found.recorded
            else "No call of this model and prompt is on record: 200 tokens a reply "
            "are assumed."
        )
        sample = ["Scaled up from a sample."] if self.is_sample else []
        default = f"Prompt tokens: {rate}, assumed."
        return [counted.get(found.counted, default), replies, *sample]


def quote_of(start: Callable[[], Job], *, most: int = ON_PAGES) -> Quote:
    """Return what a job takes that `start` would create; nothing is created.

    Raise what `start` raises, and JobError, with a sentence, where there is nothing to
    do. Call it outside a transaction: the endpoint may be asked to count tokens.
    """
    found = rehearse(start, most=most)
    match found:
        case (Judge() as judge, Tally() as tally):
            return Quote(judge, tally.estimate(model_of(judge)), tally.share < 1)
    return Quote()


def _time(found: Estimate) -> str:
    if found.seconds is None:
        return "unknown: no call of this model and prompt is on record"
    return f"{duration_words(found.seconds)}, {found.concurrency} calls at once"
