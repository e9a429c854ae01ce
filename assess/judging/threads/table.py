"""The table of a track's flags and comments."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from assess.judging.models import Remark, Thread
from assess.judging.screens import all_screens
from assess.judging.threads import listing
from assess.judging.threads.actions import Words, answer
from config.tables.definitions import (
    BulkAct,
    Column,
    Filter,
    Option,
    Table,
    filter_by,
)
from runs.models import Membership, Track

STATES = Filter(
    "state",
    "State",
    (
        Option(listing.OPEN, "open", Q(resolved_at=None)),
        Option(listing.SKIPPED, "skipped", Q(skipped=True)),
        Option(listing.SETTLED, "settled", Q(resolved_at__isnull=False)),
    ),
)


def threads_table(track: Track, *, by: User) -> Table:
    """Return the table of a track's threads."""
    members = Membership.objects.filter(track=track, role=Membership.ASSESSOR)
    people = members.order_by("user__username").values_list("user__username", flat=True)
    screens = ((screen.name, screen.title) for screen in all_screens())
    return Table(
        "threads",
        "flag or comment",
        "flags and comments",
        "assess/judging/threads/_thread_card.html",
        (
            Column("newest", "newest first", "pk", most_first=True),
            Column("oldest", "oldest first", "pk"),
            Column("topic", "by topic", "allocation__topic__position"),
            Column("person", "by person", "allocation__assessor__username"),
        ),
        searched=("about", "allocation__topic__name", "allocation__assessor__username"),
        filters=(
            filter_by("allocation__work", "Work", screens, name="kind"),
            filter_by(
                "allocation__assessor__username",
                "Person",
                ((each, each) for each in people),
                name="person",
            ),
            STATES,
        ),
        acts=(_settle(by, settles=True), _settle(by, settles=False)),
        a_page=20,
        named=lambda thread: thread.about,
        details=lambda threads: _details(track, threads),
        is_cards=True,
    )


def _details(track: Track, threads: Sequence[Thread]) -> list[object]:
    """Return each thread as an organizer sees it, with a key for a reply."""
    return [(each, uuid4()) for each in listing.as_organizer(track, threads)]


def _settle(by: User, *, settles: bool) -> BulkAct:
    def does(thread: Thread) -> str:
        if bool(thread.resolved_at) == settles:
            return "It is settled already." if settles else "It is open already."
        said = Words(Remark.ANSWER)
        answer(thread, said, author=by, now=timezone.now(), settle=settles)
        return ""

    if settles:
        return BulkAct(
            "settle",
            "Settle",
            effect="They are no longer listed as open. What was said stays. “Open "
            "again” takes it back.",
            done="settled.",
            does=does,
        )
    return BulkAct(
        "open",
        "Open again",
        effect="They are listed as open again. “Settle” takes it back.",
        done="open again.",
        does=does,
    )
