"""An assessor's inbox: a line for each topic of work, by campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from accounts.models import User
from assess.judging.kernel.letters import letters_for
from assess.judging.kernel.pace import median_seconds, seconds_left
from assess.judging.kinds import Kind, all_kinds
from assess.judging.models import Change, Judge
from assess.judging.screens import Screen
from assess.judging.work.overview import Work
from config.operations.readings import ask, read
from runs.models import Track

DIGITS = "123456789"
TAKEN = frozenset("t/?!")  # keys of the page other than those that open work
LATEST = 200  # labels of a kind from which a person's pace is taken
NEVER = datetime.min.replace(tzinfo=UTC)


class InboxLine(NamedTuple):
    """One topic of work; `key` opens it, "" if none is free.

    `seconds` is the time left at the person's own pace; None if that is unknown, then
    `reason` says why.
    """

    work: Work
    key: str
    seconds: float | None
    reason: str


class Tally(NamedTuple):
    """How much of one type of work is done, and how much there is, in some topics."""

    screen: Screen
    topics: int
    done: int
    total: int
    unit: str


class CampaignWork(NamedTuple):
    """The lines of one track that a page shows, and the sums of all its open work.

    A type of work with one topic has no sum.
    """

    track: Track
    lines: list[InboxLine]
    tallies: list[Tally]


def in_order(work: Iterable[Work], last: Mapping[int, datetime]) -> list[Work]:
    """Return open work in the order to do it.

    The campaign and the type of work last acted on come first; of a type, begun work
    before other work, the latest first. last: when each piece was last acted on, by row
    number.
    """

    def acted(each: Work) -> datetime:
        return last.get(each.allocation.pk, NEVER)

    rows = sorted(work, key=lambda each: each.allocation.pk)
    rows.sort(key=acted, reverse=True)
    rows.sort(key=lambda each: not each.progress.done)
    types: dict[tuple[int, str], list[Work]] = defaultdict(list)
    for each in rows:
        types[each.allocation.track_id, each.screen.name].append(each)
    latest = sorted(types.values(), key=lambda own: acted(own[0]), reverse=True)
    tracks: dict[int, list[Work]] = defaultdict(list)
    for own in latest:
        tracks[own[0].allocation.track_id] += own
    return [each for own in tracks.values() for each in own]


def found_in(work: Iterable[Work], words: str) -> list[Work]:
    """Return the work whose topic, type or campaign contains each of the words."""
    wanted = words.casefold().split()
    return [each for each in work if all(word in _words(each) for word in wanted)]


def _words(work: Work) -> str:
    topic = work.allocation.topic
    parts = (work.screen.title, f"topic {topic}", topic.text, work.allocation.track)
    return " ".join(map(str, parts)).casefold()


def campaigns(
    shown: Sequence[Work], every: Iterable[Work], *, person: User
) -> list[CampaignWork]:
    """Return the shown work by campaign, with the sums of all of it."""
    pace = own_pace(person, {each.screen.name for each in shown})
    keys = _keys(len(shown), person)
    found: dict[int, CampaignWork] = {}
    for each, key in zip(shown, keys, strict=True):
        track = each.allocation.track
        campaign = found.setdefault(track.pk, CampaignWork(track, [], []))
        campaign.lines.append(_line(each, key, pace.get(each.screen.name)))
    for tally_track, tally in _tallies(every):
        if tally_track in found and tally.topics > 1:
            found[tally_track].tallies.append(tally)
    return list(found.values())


def _line(work: Work, key: str, pace: float | None) -> InboxLine:
    progress = work.progress
    if progress.note or not progress.total:
        return InboxLine(work, key, None, "this work has no count of what is left")
    seconds = seconds_left(progress.left, pace)
    return InboxLine(work, key, seconds, "no label of yours has a time yet")


def _keys(count: int, person: User) -> list[str]:
    moved = person.preferences.get("shortcuts", {}).get("map", {})
    letters = letters_for(max(0, count - len(DIGITS)), taken=TAKEN, moved=moved)
    return [*DIGITS[:count], *letters]


def _tallies(work: Iterable[Work]) -> list[tuple[int, Tally]]:
    found: dict[tuple[int, str], Tally] = {}
    for each in work:
        progress = each.progress
        key = (each.allocation.track_id, each.screen.name)
        sums = found.get(key, Tally(each.screen, 0, 0, 0, progress.unit))
        found[key] = sums._replace(
            topics=sums.topics + 1,
            done=sums.done + progress.done,
            total=sums.total + progress.total,
        )
    return [(track, tally) for (track, _work), tally in found.items()]


def own_pace(person: User, works: Iterable[str]) -> dict[str, float]:
    """Return a person's median active seconds on a label, by kind of label.

    Of each kind, the latest labels count that have a value and a time.
    """
    names = set(works)
    kinds = [kind for kind in all_kinds() if kind.name in names]
    rows = read(ask(*(_times(kind, person) for kind in kinds)))
    paces = {
        kind.name: median_seconds([ms for _pk, ms in own if ms is not None])
        for kind, own in zip(kinds, rows, strict=True)
    }
    return {name: pace for name, pace in paces.items() if pace is not None}


def _times(kind: Kind, person: User) -> QuerySet[Any, Any]:
    judges = Judge.objects.people().filter(user=person)
    changes = Change.objects.filter(kind=kind.name, label_id=OuterRef("pk"))
    timed = changes.order_by().values("label_id").annotate(ms=Sum("active_ms"))
    labels = kind.model.objects.filter(judge__in=judges).exclude(value="")
    latest = labels.order_by("-at", "-pk").annotate(ms=Subquery(timed.values("ms")))
    return latest.values_list("pk", "ms")[:LATEST]
