"""The nuggets by which a bank is scored."""

from __future__ import annotations

from collections import defaultdict

from nuggets.kernel.listing import capped
from nuggets.models import Bank, Listing


def score_cap(bank: Bank) -> int | None:
    """Return the maximum number of scored nuggets per topic: only drafts have one."""
    if bank.origin != Bank.AUTOMATIC:
        return None
    return bank.track.profile.nuggets.score_cap


def scored_listings(bank: Bank) -> dict[int, list[Listing]]:
    """Return, by topic, the listings by which a bank is scored.

    These are those of each topic's latest frozen version, with the profile's cap on
    drafts.
    """
    cap = score_cap(bank)
    by_topic: dict[int, list[Listing]] = defaultdict(list)
    current = bank.versions.current().values("pk")
    for listing in Listing.objects.filter(version__in=current).select_related(
        "version", "nugget"
    ):
        by_topic[listing.version.topic_id].append(listing)
    if cap is None:
        return dict(by_topic)
    return {
        topic: capped(rows, cap, vital=lambda row: row.importance == "vital")
        for topic, rows in by_topic.items()
    }
