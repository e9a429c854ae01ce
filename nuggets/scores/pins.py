"""What the scores leave out: unanswerable turns, sub-narratives without a nugget."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from assess.analysis.scores.arrays import Scored
from assess.judging.turns.marks import said_unanswerable
from nuggets.banks.pins import bare_subnarratives
from nuggets.banks.scoring_list import score_cap, scored_listings
from nuggets.models import Bank, Listing, PinnedSubnarrative
from nuggets.scores.basis import Basis
from runs.models import Topic

_APART, _AGAIN = "\u2068", "\u2069"  # around foreign words of any direction


def said_apart(basis: Basis, scored: Scored, /, *, organizes: bool) -> list[str]:
    """Return sentences on unanswerable turns, and sub-narratives without a nugget."""
    outside = said_unanswerable(basis.bank.track)
    bare = bare_on(basis.bank, scored.topics)
    if not bare:
        return outside
    many = f"{len(bare):,} sub-narratives" if len(bare) > 1 else "1 sub-narrative"
    says = f"{many} without a nugget in the bank {'are' if len(bare) > 1 else 'is'}"
    if not organizes:
        return [*outside, f"{says} outside coverage."]
    named = ", ".join(
        f"topic {pin.version.topic} “{_APART}{pin}{_AGAIN}”" for pin in bare
    )
    return [*outside, f"{says} outside coverage: {named}."]


def bare_on(bank: Bank, topics: tuple[Topic, ...]) -> list[PinnedSubnarrative]:
    """Return the pinned sub-narratives of some topics that have no scored nugget."""
    if not PinnedSubnarrative.objects.filter(version__bank=bank).exists():
        return []
    if score_cap(bank) is not None:
        return _bare_under_the_cap(bank, topics)
    pins = PinnedSubnarrative.objects.filter(version__in=bank.versions.current())
    mapped = Listing.objects.filter(
        version=OuterRef("version"), subnarrative=OuterRef("wording__subnarrative")
    )
    bare = pins.filter(~Exists(mapped)).select_related("wording", "version__topic")
    judged = {topic.pk for topic in topics}
    found = bare.order_by("version__topic__position", "version__topic", "position")
    return [pin for pin in found if pin.version.topic_id in judged]


def _bare_under_the_cap(
    bank: Bank, topics: tuple[Topic, ...]
) -> list[PinnedSubnarrative]:
    listings = scored_listings(bank)
    judged = [topic.pk for topic in topics if topic.pk in listings]
    return bare_subnarratives(judged, listings)
