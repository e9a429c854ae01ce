"""The items of post-editing: a topic's list in all its versions, and the work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from accounts.models import User
from assess.judging import screens
from assess.judging.kinds import Grade
from assess.judging.models import Allocation, Thread
from assess.judging.practice import lessons
from assess.judging.practice.lessons import Lesson
from assess.judging.screens import Progress, Screen, Steps
from assess.judging.threads import spots
from assess.judging.threads.listing import threads_of
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.walk import NotInThisWork
from config.operations.readings import Reading
from nuggets.banks.subjects import BankGone, bank_under, edited_banks_of
from nuggets.editing.steps.names import nuggets_named
from nuggets.kernel.listing import read, touched
from nuggets.models import Bank, BankVersion, Edit, Listing, Nugget
from runs.kernel.history import NOTHING
from runs.models import Topic, Track

NUGGETS, SPANS = "nuggets", "spans"  # the types of work that edit a list


def edited_bank(work: Allocation) -> Bank:
    """Return the edited bank of the work; raise BankGone."""
    return bank_under(work, origin=Bank.EDITED)


def versions_of(work: Allocation, bank: Bank) -> QuerySet[BankVersion]:
    """Return the versions of the work's list, the newest first."""
    found = BankVersion.objects.filter(bank=bank, topic=work.topic)
    return found.select_related("bank", "topic").order_by("-number")


def last_touched(version: BankVersion, person: User) -> int | None:
    """Return the nugget of a person's last edit of a list, None before any."""
    edits = Edit.objects.filter(version=version, by=person).exclude(action=NOTHING)
    last = edits.order_by("-number").values_list("before", "after").first()
    return touched(*map(read, last)) if last else None


EDITS = Steps(
    rows=Edit.objects.all,
    by="by",
    topic="version__topic",
    subject="version__bank__uuid",
)


def editing_progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return for each allocation whether its list is finished, and its size.

    A list is done when its editor finishes it: a draft may have all importances filled
    in, so no count of nuggets measures the progress.
    """
    counted = (
        BankVersion.objects.filter(
            bank__uuid__in={work.subject for work in allocations if work.subject},
            topic__in={work.topic_id for work in allocations},
        )
        .annotate(
            total=Count("listings"),
            unset=Count("listings", filter=Q(listings__importance="")),
        )
        .order_by("number")
        .values_list("bank__uuid", "topic", "number", "revision", "unset", "total")
    )
    [found] = yield [counted]
    newest = {(str(bank), topic): counts for bank, topic, *counts in found}
    return {
        work.pk: _progress(work, newest.get((work.subject, work.topic_id)))
        for work in allocations
    }


def _progress(work: Allocation, counts: list[int] | None) -> Progress:
    if counts is None:
        return Progress(0, 1, "finished", "not begun yet")
    number, revision, unset, total = counts
    held = f"{total} nugget{'' if total == 1 else 's'}"
    if work.finished_at:
        return Progress(1, 1, "finished", held, opened=True)
    open_ones = f", {unset} without importance" if unset else ""
    touched = number > 1 or revision > 0
    how = "not finished yet" if touched else "not begun yet"
    return Progress(0, 1, "finished", f"{how}: {held}{open_ones}", opened=touched)


def topics_to_edit(track: Track, bank: str) -> QuerySet[Topic]:
    """Return the topics of an edited bank, or of the draft behind it."""
    own = Q(bank_versions__bank__uuid=bank)
    drafted = Q(bank_versions__bank__children__uuid=bank)
    return Topic.objects.filter(own | drafted, track=track).distinct()


NUGGETS_SCREEN = screens.register(
    Screen(
        name="nuggets",
        turn=30,
        title="Nugget editing",
        verb="Edit nuggets",
        url_name="nuggets:edit",
        progress=editing_progress,
        topics=topics_to_edit,
        subjects=edited_banks_of,
        exclusive=True,
        steps=EDITS,
    )
)


ACTS = (
    Grade("reword", "Edit", "e"),
    Grade("vital", "Vital", "v"),
    Grade("okay", "Okay", "o"),
    Grade("split", "Split", "s"),
    Grade("merge", "Merge with the one above", "m"),
    Grade("delete", "Delete", "x"),
)
lessons.register(
    Lesson(
        work="nuggets",
        file=Path(__file__).with_name("practice.toml"),
        answers=lambda _track: ACTS,
        begun=lambda person: Edit.objects.filter(by=person),
    )
)


def public_name(version: BankVersion, nugget: UUID) -> str:
    """Return the public name of a nugget in threads."""
    return f"{version.uuid}:{nugget}"


def _parts(item: str) -> tuple[UUID, UUID]:
    version, _, nugget = item.partition(":")
    return uuid_in(version), uuid_in(nugget)


def threads_on(work: Allocation, version: BankVersion) -> list[Thread]:
    """Return the work's threads, each with its nugget's current name."""
    threads = threads_of(work)
    now = _rows_named(version, (thread.item for thread in threads))
    nuggets = Nugget.objects.filter(pk__in=now.values())
    uuids = dict(nuggets.values_list("pk", "uuid"))
    for thread in threads:
        if thread.item in now:
            thread.item = public_name(version, uuids[now[thread.item]])
    return threads


def _rows_named(version: BankVersion, items: Iterable[str]) -> dict[str, int]:
    """Return the row number of each name's nugget, if it is still listed."""
    names = {item: _parts(item)[1] for item in items}
    found = nuggets_named(version, names.values())
    return {item: found[name] for item, name in names.items() if name in found}


def _begun(work: Allocation, version: BankVersion) -> dict[int, str]:
    """Return by row number the name under which a nugget's thread began."""
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
    """Return one nugget; if its thread began under another name, with that one."""
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
    """Return the URL of the list's page, at the nugget."""
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


SPOTS = spots.register(Spots("nuggets", find, on_page, address, behind, can_skip=False))
