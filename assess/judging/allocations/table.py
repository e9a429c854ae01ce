"""The table of a track's work, one piece a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from assess.judging.allocations.actions import NotOpen, release
from assess.judging.kinds import get_kind
from assess.judging.models import Allocation
from assess.judging.screens import Screen, all_screens, get_screen
from assess.judging.work.overview import as_work
from assess.judging.work.pace import Pace, paces_of
from config.tables.definitions import (
    BulkAct,
    Column,
    Filter,
    Option,
    Table,
    filter_by,
)
from runs.models import Track

COLUMNS = (
    Column("topic", "Topic", "topic__position"),
    Column("work", "Work", "work"),
    Column("person", "Assessor", "assessor__username"),
    Column("done", "Done"),
    Column("left", "Left", is_number=True),
    Column(
        "relevant",
        "Relevant",
        hint="share of the graded segments that are relevant",
        is_number=True,
    ),
    Column("last", "Last action"),
    Column(
        "pace",
        "Time per item",
        hint="median of the active time on one item",
        is_number=True,
    ),
    Column("rest", "Time left", hint="what is left, at the median", is_number=True),
    Column(
        "active",
        "Active",
        hint="all active time on it so far",
        is_number=True,
    ),
    Column("take_back", "Take back", is_unseen=True),
)


def work_rows(track: Track) -> QuerySet[Allocation]:
    """Return a track's work that has a page, in the order it was handed out."""
    held = Allocation.objects.held().filter(track=track, work__in=_names())
    return held.select_related("track", "topic", "assessor")


def _names() -> list[str]:
    return [screen.name for screen in all_screens()]


def _is_begun() -> Q:
    """Select the work whose person gave a label, or took a step, on its topic."""
    return reduce(or_, (_begun_in(screen) for screen in all_screens()))


def _begun_in(screen: Screen) -> Q:
    steps = screen.steps
    if steps:
        own = {steps.by: OuterRef("assessor"), steps.topic: OuterRef("topic")}
        acts: QuerySet[Any] = steps.rows().filter(**own)
    else:
        kind = get_kind(screen.name)
        acts = kind.model.objects.given().filter(
            judge__user=OuterRef("assessor"),
            judge__track=OuterRef("track"),
            round=OuterRef("round"),
            repeat=OuterRef("repeat"),
            **{kind.topic: OuterRef("topic")},
        )
    return Q(work=screen.name) & Q(Exists(acts))


def _states() -> Filter:
    return Filter(
        "state",
        "State",
        (
            Option("open", "open", Q(finished_at=None)),
            Option("untouched", "not begun", ~_is_begun()),
            Option("finished", "finished", ~Q(finished_at=None)),
        ),
    )


def work_table(track: Track) -> Table:
    """Return the table of a track's work; what only a page's rows need is in details.

    How much is done of a piece depends on the pool of its topic, which is too much to
    read for all of them at once: nothing is sorted by it.
    """
    held = work_rows(track).order_by()
    names = set(held.values_list("work", flat=True).distinct())
    kinds = [(each.name, each.title) for each in all_screens() if each.name in names]
    people = held.values_list("assessor__username", flat=True).distinct()
    return Table(
        "work",
        "piece of work",
        "pieces of work",
        "assess/judging/allocations/_work_row.html",
        COLUMNS,
        searched=("topic__name", "topic__text", "assessor__username"),
        filters=(
            filter_by("work", "Work", kinds, name="kind"),
            filter_by(
                "assessor__username",
                "Person",
                ((name, name) for name in people.order_by("assessor__username")),
                name="person",
            ),
            _states(),
        ),
        acts=(_take_back(),),
        a_page=25,
        named=_named,
        details=_paces,
        prefix="work-",
    )


def _named(work: Allocation) -> str:
    screen = get_screen(work.work)
    return f"{screen.title} of topic {work.topic}, {work.assessor}"


def _paces(rows: Sequence[Allocation]) -> list[Pace]:
    return paces_of(as_work(rows))


def _take_back() -> BulkAct:
    def does(work: Allocation) -> str:
        try:
            release(work, now=timezone.now())
        except NotOpen:
            return "It was finished or taken back before."
        return ""

    return BulkAct(
        "take_back",
        "Take back",
        effect="It can go to somebody else. The labels stay with the person who gave "
        "them. Hand it out to the same person to take this back.",
        done="free again. The labels stay.",
        does=does,
    )
