"""Sub-narratives pinned by frozen versions: their wordings, and unused ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nuggets.models import BankVersion, Listing, PinnedSubnarrative

Wordings = dict[tuple[int, int], str]


def pinned_wordings(versions: Iterable[BankVersion]) -> Wordings:
    """Return each pinned wording by row numbers of (version, sub-narrative)."""
    pins = PinnedSubnarrative.objects.filter(version__in=versions)
    rows = pins.values_list("version", "wording__subnarrative", "wording__text")
    return {(version, part): text for version, part, text in rows}


def bare_subnarratives(
    topics: Iterable[int], listings: Mapping[int, Sequence[Listing]]
) -> list[PinnedSubnarrative]:
    """Return the sub-narratives pinned on some topics that have no listing.

    `listings` are those of the topics' scores, so a cap counts here too.
    """
    rows = [row for topic in topics for row in listings[topic]]
    mapped = {row.subnarrative_id for row in rows}
    pins = PinnedSubnarrative.objects.filter(
        version__in={row.version_id for row in rows}
    )
    named = pins.select_related("wording", "version__topic").order_by(
        "version__topic__position", "version__topic", "position"
    )
    return [pin for pin in named if pin.wording.subnarrative_id not in mapped]
