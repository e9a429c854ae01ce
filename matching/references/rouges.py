"""ROUGE of every run against the gold answers."""

from __future__ import annotations

from collections.abc import Collection
from statistics import fmean
from typing import NamedTuple

from matching.kernel.rouge import NOTHING, Rouge, Variant, rouge
from matching.references.answers import gold_answers
from runs.models import Response, Run, Track


class RunRouge(NamedTuple):
    """A run's means over the turns with a gold answer; a missing answer counts 0."""

    run: Run
    rouge: Rouge
    turns: int


def rouges_of(
    track: Track, variant: Variant, topics: Collection[int] | None = None
) -> list[RunRouge]:
    """Return the means of every visible run, by name; none without a gold answer."""
    gold = {
        topic: texts
        for topic, texts in gold_answers(track).items()
        if topics is None or topic in topics
    }
    if not gold:
        return []
    rows = Response.objects.visible().filter(run__track=track)
    own: dict[int, dict[int, str]] = {}
    for run, topic, text in rows.values_list("run", "topic", "text").iterator():
        own.setdefault(run, {})[topic] = text
    runs = Run.objects.visible().filter(track=track, pk__in=list(own))
    return [_mean(run, own[run.pk], gold, variant) for run in runs]


def _mean(
    run: Run, texts: dict[int, str], gold: dict[int, list[str]], variant: Variant
) -> RunRouge:
    found = [
        rouge(texts[topic], references, variant) if topic in texts else NOTHING
        for topic, references in gold.items()
    ]
    return RunRouge(run, Rouge(*map(fmean, zip(*found, strict=True))), len(found))
