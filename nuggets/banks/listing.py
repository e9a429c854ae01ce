"""The content of the organizers' pages of banks, in a fixed number of queries."""

from __future__ import annotations

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from nuggets.models import Bank, BankVersion, Listing, PinnedSubnarrative
from runs.models import Track


def list_banks(track: Track) -> QuerySet[Bank]:
    """Return a track's banks by name, with how many topics and open lists each has."""
    here = Q(versions__topic__deleted_at=None)
    counted = Bank.objects.visible().filter(track=track)
    related = counted.select_related("parent", "drafted_by", "qrels_judge")
    return related.annotate(
        topics=Count("versions__topic", filter=here, distinct=True),
        open_topics=Count(
            "versions", filter=here & Q(versions__state=BankVersion.OPEN), distinct=True
        ),
    ).order_by("name", "pk")


def list_versions(bank: Bank) -> QuerySet[BankVersion]:
    """Return a bank's versions by topic, newest first, with their counts."""
    return (
        BankVersion.objects.filter(bank=bank, topic__deleted_at=None)
        .select_related("topic", "editor")
        .annotate(
            total=Count("listings"),
            vital=Count("listings", filter=Q(listings__importance="vital")),
            okay=Count("listings", filter=Q(listings__importance="okay")),
            unmapped=Count("listings", filter=Q(listings__subnarrative=None)),
        )
        .order_by("topic__position", "topic", "-number")
    )


def list_nuggets(version: BankVersion) -> QuerySet[Listing]:
    """Return a version's nuggets in order, with sub-narratives and sources.

    `wording` is the sub-narrative's as pinned by the version, None in an open one.
    """
    pinned = PinnedSubnarrative.objects.filter(
        version=version, wording__subnarrative=OuterRef("subnarrative")
    )
    return (
        Listing.objects.filter(version=version)
        .annotate(wording=Subquery(pinned.values("wording__text")[:1]))
        .select_related("nugget", "subnarrative")
        .prefetch_related("nugget__sources__segment")
        .order_by("position", "pk")
    )
