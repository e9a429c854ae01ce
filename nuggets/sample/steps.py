"""Steps by which other apps load their part of a sample campaign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from config.registry import Registry
from nuggets.sample.state import Loading


@dataclass(frozen=True)
class SampleStep:
    """What an app loads from the entries of campaign.toml that are its own."""

    name: str
    load: Callable[[Loading], None]


SAMPLE_STEPS: Registry[SampleStep] = Registry("step of loading the sample")
register = SAMPLE_STEPS.register


def load_by_apps(loading: Loading) -> None:
    """Let each app load its part, after the imports and the judges."""
    for step in SAMPLE_STEPS:
        step.load(loading)
