"""Baselines: rules that do a machine's work offline, and are named as such."""

from __future__ import annotations

from dataclasses import dataclass

from config.registry import Registry


@dataclass(frozen=True)
class Baseline:
    """A rule that needs no model, and the kinds of work that it can do."""

    name: str
    title: str
    does: str
    description: str


BASELINES: Registry[Baseline] = Registry("baseline")
register_baseline, all_baselines = BASELINES.register, BASELINES.all


OVERLAP = register_baseline(
    Baseline(
        "overlap",
        "Word overlap",
        "judges relevance, support and assignment",
        "Labels by the share of words that two texts have in common. It sees neither "
        "negation nor paraphrase.",
    )
)
