"""What can be talked about in post-editing: the nuggets of the list.

A nugget goes by the name of its version and its own; one said in other words keeps
what was said about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse

from assess.judging.models import Allocation, Thread
from assess.judging.threads.listing import threads_of
from assess.judging.threads.spots import Spot, Spots, register, uuid_in
from assess.judging.work.walk import NotInThisWork
from nuggets.banks.subjects import BankGone
from nuggets.editing.steps.names import nuggets_named
from nuggets.editing.work import edited_bank, versions_of
from nuggets.models import BankVersion, Listing, Nugget
from runs.models import Track


def public_name(version: BankVersion, nugget: UUID) -> str:
    """Return what a nugget is called in talk about it."""
    return f"{version.uuid}:{nugget}"


def _parts(item: str) -> tuple[UUID, UUID]:
    version, _, nugget = item.partition(":")
    return uuid_in(version), uuid_in(nugget)


def threads_on(work: Allocation, version: BankVersion) -> list[Thread]:
    """Return the work's threads, each by the name that its nugget goes by now."""
    threads = threads_of(work)
    now = _rows_named(version, (thread.item for thread in threads))
    nuggets = Nugget.objects.filter(pk__in=now.values())
    uuids = dict(nuggets.values_list("pk", "uuid"))
    for thread in threads:
        if thread.item in now:
            thread.item = public_name(version, uuids[now[thread.item]])
    return threads


def _rows_named(version: BankVersion, items: Iterable[str]) -> dict[str, int]:
    """Return the row number of each name's nugget, where it is still listed."""
    names = {item: _parts(item)[1] for item in items}
    found = nuggets_named(version, names.values())
    return {item: found[name] for item, name in names.items() if name in found}


def _begun(work: Allocation, version: BankVersion) -> dict[int, str]:
    """Return by row number the name under which talk about a nugget began."""
    threads = Thread.objects.filter(allocation=work).order_by("-pk")
    rows = _rows_named(version, threads.values_list("item", flat=True))
    return {row: item for item, row in rows.items()}


def on_page(work: Allocation, page: UUID) -> list[Spot]:
    """Return the nuggets on the newest list of the topic."""
    version = _versions(work).first()
    if page != work.topic.uuid or version is None:
        raise NotInThisWork
    listed = Listing.objects.filter(version=version).select_related("nugget")
    begun = _begun(work, version)
    return [
        _spot(version, row.nugget, begun) for row in listed.order_by("position", "pk")
    ]


def find(work: Allocation, item: str) -> Spot:
    """Return one nugget; where its thread began under another name, by that one."""
    version = _versions(work).filter(uuid=_parts(item)[0]).first()
    found = _rows_named(version, [item]) if version else {}
    if version is None or item not in found:
        raise NotInThisWork
    nugget = Nugget.objects.get(pk=found[item])
    return _spot(version, nugget, _begun(work, version))


def _spot(version: BankVersion, nugget: Nugget, begun: Mapping[int, str]) -> Spot:
    item = begun.get(nugget.pk) or public_name(version, nugget.uuid)
    return Spot(item, f"Nugget “{nugget.text}”")


def _versions(work: Allocation) -> QuerySet[BankVersion]:
    try:
        return versions_of(work, edited_bank(work))
    except BankGone:
        raise NotInThisWork from None


def address(work: Allocation, item: str) -> str:
    """Return the page of the list, at the nugget."""
    page = reverse("nuggets:edit", args=[work.uuid])
    return f"{page}?nugget={_parts(item)[1]}"


def behind(track: Track, items: Collection[str]) -> dict[str, str]:
    """Return the organizers' page of each nugget's list, at the nugget."""
    found = {}
    for item in items:
        version, nugget = _parts(item)
        page = reverse("nuggets:version", args=[track.uuid, version])
        found[item] = f"{page}#nugget-{nugget}"
    return found


SPOTS = register(Spots("nuggets", find, on_page, address, behind, can_skip=False))
