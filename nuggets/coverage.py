"""Which sub-narratives a bank has no nugget for: coverage leaves them out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nuggets.models import Listing, PinnedSubnarrative


def bare_subnarratives(
    topics: Iterable[int], listings: Mapping[int, Sequence[Listing]]
) -> list[PinnedSubnarrative]:
    """Return the sub-narratives pinned on some topics that no listing maps to.

    `listings` are those that the topics are scored by, so that a cap counts here too.
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
