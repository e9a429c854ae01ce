"""The baselines: rules that do a machine's work offline, plainly named as such."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Baseline:
    """A rule that needs no model, and what it can be set to do."""

    name: str
    title: str
    does: str
    description: str


_baselines: dict[str, Baseline] = {}


def register_baseline(baseline: Baseline) -> Baseline:
    """Add a baseline to the registry and return it."""
    _baselines[baseline.name] = baseline
    return baseline


def all_baselines() -> tuple[Baseline, ...]:
    """Return every baseline, in the order they were registered."""
    return tuple(_baselines.values())


OVERLAP = register_baseline(
    Baseline(
        "overlap",
        "Word overlap",
        "judges relevance, support and assignment",
        "Labels by the share of words that two texts have in common. It sees neither "
        "negation nor paraphrase.",
    )
)
