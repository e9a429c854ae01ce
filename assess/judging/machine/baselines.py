"""Baselines: rules that do a machine's work offline, and are named as such."""

from __future__ import annotations

from dataclasses import dataclass

from config.registry import Registry


@dataclass(frozen=True)
class Baseline:
    """A rule that needs no model, and the types of work that it can do.

    `threshold` is its usual percentage, which a judge can change; None: it has none.
    """

    name: str
    title: str
    does: str
    description: str
    threshold: float | None = None


BASELINES: Registry[Baseline] = Registry("baseline")
register_baseline, all_baselines = BASELINES.register, BASELINES.all


OVERLAP = register_baseline(
    Baseline(
        "overlap",
        "Word overlap",
        "judges relevance, support, assignment and exam grades",
        "Labels by the share of words that two texts have in common. It sees neither "
        "negation nor paraphrase.",
    )
)
