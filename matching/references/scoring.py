"""The family of reference metrics: ROUGE against gold answers, imported measures."""

from __future__ import annotations

from assess.analysis.scores.conditions import Choice, Fullness, Group, Offer, offer
from assess.analysis.scores.families import Family, Shows, register
from matching.match.kind import MATCH
from matching.references.forms import ALL, ReferencesForm
from matching.references.grids import score_references
from matching.references.measures import has_references, measures_of, primary_of
from runs.models import Track

REFERENCES = register(
    Family(
        name="references",
        title="Reference metrics",
        measures=measures_of,
        primary=primary_of,
        form=ReferencesForm,
        score=score_references,
        named_for=(),
        fits=has_references,
        shows=Shows(
            basis="matching/references/_basis.html",
            chooser="matching/references/_chooser.html",
        ),
    )
)


def conditions(track: Track) -> list[Group]:
    """Offer the one condition: all gold answers of the track."""
    says = "Gold answers and imported scores"
    rests_on = ("references", track.pk)
    choice = Choice(f"answers={ALL}", says, by_people=False, rests_on=rests_on)
    return [Group("References", [choice])]


def fullness(_track: Track) -> Fullness:
    """Return the same for the only condition."""
    return lambda _choice: 1.0


offer(REFERENCES.name, Offer(MATCH, conditions, fullness))
