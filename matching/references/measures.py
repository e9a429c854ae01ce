"""The reference metrics of a track as columns of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from assess.analysis.scores.arrays import Measure
from config.operations.single_reads import read_once
from matching.kernel.rouge import PACKAGES, Variant
from matching.models import OtherScore, ReferenceAnswer
from matching.references.answers import gold_answers
from matching.track import has_matching
from runs.models import Track

# The measures of ROUGE-1, -2 and -L by each variant.
VARIANTS: Mapping[Variant, tuple[str, ...]] = {
    variant: tuple(f"{variant}_rouge_{part}" for part in ("1", "2", "l"))
    for variant in PACKAGES
}
PRIMARY = VARIANTS["bergen"][-1]


def _rouge_measures() -> tuple[Measure, ...]:
    return tuple(
        Measure(
            name,
            f"ROUGE-{name[-1].upper()} {variant}",
            f"ROUGE-{name[-1].upper()} against the gold answer, as {PACKAGES[variant]} "
            "computes it",
            lacks="no gold answer",
        )
        for variant, names in VARIANTS.items()
        for name in names
    )


@read_once
def _names(track: Track) -> tuple[str, ...]:
    rows = OtherScore.objects.counted().filter(track=track).order_by("measure")
    return tuple(rows.values_list("measure", flat=True).distinct())


@read_once
def _has_answers(track: Track) -> bool:
    imported = ReferenceAnswer.objects.filter(topic__track=track)
    return imported.exists() or bool(gold_answers(track))


def has_references(track: Track) -> bool:
    """Return whether a track has gold answers, or scores of other measures."""
    return has_matching(track) and (_has_answers(track) or bool(_names(track)))


def measures_of(track: Track) -> tuple[Measure, ...]:
    """Return ROUGE in both variants if there are gold answers, then imported ones."""
    rouges = _rouge_measures() if _has_answers(track) else ()
    imported = [
        Measure(
            name,
            name,
            "as its file or its model says",
            lacks="no imported score",
            needs_answer=True,
        )
        for name in _names(track)
    ]
    every = [*rouges, *imported]
    first = primary_of(track)
    return tuple(each.as_primary() if each.name == first else each for each in every)


def primary_of(track: Track) -> str:
    """Return the name of the measure that ranks runs."""
    return PRIMARY if _has_answers(track) else next(iter(_names(track)), PRIMARY)


def others_of(track: Track) -> dict[tuple[int, int], dict[str, float]]:
    """Return the imported scores by run and topic, then by measure."""
    found: dict[tuple[int, int], dict[str, float]] = defaultdict(dict)
    rows = OtherScore.objects.counted().filter(track=track)
    for run, topic, measure, value in rows.values_list(
        "run", "topic", "measure", "value"
    ).iterator():
        found[run, topic][measure] = value
    return found
