"""The screens of adjudication: one type of work per kind of label, and its spots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import (
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.urls import reverse

from accounts.models import User
from assess.judging.adjudication.disputes import (
    NOTHING,
    Cause,
    DisputeQuery,
    Standing,
    all_standings,
    cause_of,
    standings_reading,
)
from assess.judging.adjudication.exhibits import PREFIX, Exhibit, work_name
from assess.judging.adjudication.work import read_sheet
from assess.judging.kinds import Kind
from assess.judging.models import Adjudication, Allocation, Change, Judge, Slot
from assess.judging.screens import Progress, Screen, Steps
from assess.judging.skips import names_in, skips_in
from assess.judging.threads.spots import Spot, Spots, uuid_in
from assess.judging.work.walk import NotInThisWork
from config.operations.readings import Reading, ask, read, together
from runs.models import Topic, Track

Causes = dict[str, tuple[Adjudication, Cause]]  # by public id


def screen_of(kind: Kind, *, turn: int) -> Screen:
    """Return the screen on which a kind's disputes are settled."""
    name = work_name(kind)
    return Screen(
        name=name,
        turn=turn,
        title=f"Adjudication of {_low(kind)}",
        verb="Settle disagreements",
        url_name=f"assess:{name}",
        progress=progress,
        topics=topics_left,
        subjects=partial(_subjects, kind),
        exclusive=True,
        settles=kind.name,
        steps=_steps(kind),
        fits=partial(_fits, kind),
        open_to=adjudicators_of,
        withheld=withheld_from,
    )


def _low(kind: Kind) -> str:
    """Return a title for use within a sentence; abbreviations are unchanged."""
    first, _, rest = kind.title.partition(" ")
    return kind.title if first.isupper() else f"{first.lower()} {rest}".strip()


def _fits(kind: Kind, track: Track) -> bool:
    # Cached with the track, because every kind needs them.
    prefetch_related_objects([track], "adjudications")
    return any(each.kind == kind.name for each in track.adjudications.all())


def _subjects(kind: Kind, track: Track) -> QuerySet[Adjudication, Any]:
    rows = Adjudication.objects.filter(track=track, kind=kind.name, closed_at=None)
    return rows.order_by("judge__name").values_list("uuid", "judge__name")


def _steps(kind: Kind) -> Steps:
    """Return the adjudicators' changes of labels, each with its topic."""

    def rows() -> QuerySet[Change]:
        label = kind.model.objects.filter(pk=OuterRef("label_id"))
        settled = Change.objects.filter(kind=kind.name, judge__kind=Judge.ADJUDICATION)
        return settled.annotate(topic_row=Subquery(label.values(kind.topic)[:1]))

    subject = "judge__adjudication__uuid"
    return Steps(rows, "actor", "topic_row", subject, are_changes=True)


def _causes(subjects: set[str], **among: User) -> Reading[Causes]:
    """Return adjudications with their judges and thresholds, by public id."""
    rows = Adjudication.objects.filter(uuid__in=subjects - {""}, **among)
    links: QuerySet[Any] = Adjudication.judges.through.objects.filter(
        adjudication__in=rows.order_by().values("pk"), judge__deleted_at=None
    )
    found, members = yield [
        rows.select_related("judge__track"),
        links.select_related("judge"),
    ]
    judges: dict[int, list[Judge]] = defaultdict(list)
    for link in members:
        judges[link.adjudication_id].append(link.judge)
    causes = {}
    for each in found:
        each.track = each.judge.track
        causes[str(each.uuid)] = each, cause_of(each, judges[each.pk])
    return causes


def _turn(work: Allocation) -> tuple[str, int, int]:
    return work.subject, work.round, work.repeat


def progress(allocations: Sequence[Allocation]) -> Reading[dict[int, Progress]]:
    """Return the progress of each adjudicator's work, by row number."""
    topics: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    for work in allocations:
        topics[_turn(work)].add(work.topic_id)
    causes, [skips] = yield from together(
        _causes({subject for subject, *_ in topics}), ask(skips_in(allocations))
    )
    asked = [
        DisputeQuery(causes[subject][0], causes[subject][1], own, *turn)
        for (subject, *turn), own in topics.items()
        if subject in causes
    ]
    standings = yield from standings_reading(asked)
    stand: dict[tuple[str | int, ...], Standing] = {}
    for each, found in zip(asked, standings, strict=True):
        key = (str(each.adjudication.uuid), each.round, each.repeat)
        stand |= {(*key, topic): one for topic, one in found.items()}
    skipped = names_in(skips)
    return {
        work.pk: _progress(
            work,
            stand.get((*_turn(work), work.topic_id), NOTHING),
            skipped=bool(skipped.get(work.pk)),
        )
        for work in allocations
    }


def _progress(work: Allocation, stands: Standing, *, skipped: bool) -> Progress:
    if skipped:  # only their names show which of them are still disputed
        return read_sheet(work).progress
    return Progress(stands.settled, stands.total)


def topics_left(_track: Track, subject: str) -> QuerySet[Topic]:
    """Return the topics with something left to settle."""
    causes = read(_causes({subject}))
    if not causes:
        return Topic.objects.none()
    adjudication, _cause = causes[subject]
    return Topic.objects.filter(pk__in=left_by_topic(adjudication))


def left_by_topic(adjudication: Adjudication) -> list[int]:
    """Return the topics of an adjudication with something left, by row number."""
    own = list(adjudication.topics.values_list("pk", flat=True))
    asked = DisputeQuery(adjudication, cause_of(adjudication), own)
    [stand] = all_standings([asked])
    return [topic for topic, each in stand.items() if each.left]


def adjudicators_of(subject: str) -> set[int]:
    """Return the people who may settle the disputes of an adjudication."""
    rows = User.objects.filter(
        pk__in=Adjudication.objects.filter(uuid=subject).values("adjudicators")
    )
    return set(rows.values_list("pk", flat=True))


def withheld_from(person: User, free: QuerySet[Slot]) -> Q:
    """Return the slots of this work that a person is not offered now.

    These are the slots of other people's adjudications, and topics with nothing to
    settle.
    """
    offered: dict[str, set[int]] = defaultdict(set)
    own = free.filter(work__startswith=PREFIX).order_by()
    for subject, topic in own.values_list("subject", "topic"):
        offered[subject].add(topic)
    kept = Q(work__startswith=PREFIX)
    theirs = read(_causes(set(offered), adjudicators=person)) if offered else {}
    asked = [
        DisputeQuery(adjudication, cause, offered[subject])
        for subject, (adjudication, cause) in theirs.items()
    ]
    for one, stand in zip(asked, all_standings(asked), strict=True):
        left = [topic for topic, standing in stand.items() if standing.left]
        kept &= ~Q(subject=str(one.adjudication.uuid), topic__in=left)
    return kept


def spots_for(exhibit: Exhibit) -> Spots:
    """Return the spots of the work in which a kind's disputes are settled."""
    name = work_name(exhibit.kind)
    return Spots(
        name,
        find=_find,
        on_page=_on_page,
        address=partial(_address, name),
        behind=partial(_behind, exhibit),
    )


def _find(work: Allocation, item: str) -> Spot:
    sheet = read_sheet(work)
    for place, each in enumerate(sheet.items, start=1):
        if each.name == item:
            return Spot(item, f"Disputed item {place} of topic {work.topic}")
    raise NotInThisWork


def _on_page(work: Allocation, page: UUID) -> list[Spot]:
    return [_find(work, read_sheet(work).find(page).name)]


def _address(name: str, work: Allocation, item: str) -> str:
    for each in read_sheet(work).items:
        if each.name == item:
            return reverse(f"assess:{name}_item", args=[work.uuid, each.uuid])
    raise NotInThisWork


def _behind(exhibit: Exhibit, track: Track, items: Collection[str]) -> dict[str, str]:
    found = {
        item: exhibit.behind(track, tuple(map(uuid_in, item.split(":"))))
        for item in items
    }
    return {item: address for item, address in found.items() if address}
