"""The table of a track's work, one piece a row."""

from __future__ import annotations

from django.utils import timezone

from assess.judging.allocations.actions import NotOpen, release
from assess.judging.work.overview import Work
from assess.judging.work.pace import paces_of
from config.tables.definitions import (
    BulkAct,
    Column,
    Filter,
    Option,
    Table,
    filter_of,
)


def _share_done(work: Work) -> float | None:
    progress = work.progress
    return progress.done / progress.total if progress.total else None


def _left(work: Work) -> int | None:
    return None if work.progress.note else work.progress.left


COLUMNS = (
    Column("topic", "Topic", lambda work: work.allocation.topic.position),
    Column("work", "Work", lambda work: work.screen.title),
    Column("person", "Assessor", lambda work: work.allocation.assessor.username),
    Column("done", "Done", _share_done, most_first=True),
    Column("left", "Left", _left, is_number=True, most_first=True),
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
STATES = Filter(
    "state",
    "State",
    (
        Option("open", "open", lambda work: not work.allocation.finished_at),
        Option("untouched", "not begun", lambda work: not work.progress.done),
        Option("finished", "finished", lambda work: bool(work.allocation.finished_at)),
    ),
)


def work_table(works: list[Work]) -> Table:
    """Return the table of some work."""
    kinds = {(work.screen.name, work.screen.title) for work in works}
    people = {work.allocation.assessor.username for work in works}
    return Table(
        "work",
        "piece of work",
        "pieces of work",
        "assess/judging/allocations/_work_row.html",
        COLUMNS,
        searched=lambda work: (
            f"{work.allocation.topic} {work.screen.title} {work.allocation.assessor}"
        ),
        filters=(
            filter_of("kind", "Work", lambda work: work.screen.name, sorted(kinds)),
            filter_of(
                "person",
                "Person",
                lambda work: work.allocation.assessor.username,
                [(name, name) for name in sorted(people)],
            ),
            STATES,
        ),
        acts=(_take_back(),),
        a_page=50,
        keyed="allocation__uuid",
        named=lambda work: (
            f"{work.screen.title} of topic {work.allocation.topic}, "
            f"{work.allocation.assessor}"
        ),
        details=paces_of,
        prefix="work-",
    )


def _take_back() -> BulkAct:
    def does(work: Work) -> str:
        try:
            release(work.allocation, now=timezone.now())
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
