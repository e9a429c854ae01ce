"""The items on which an adjudication's judges disagree, and their labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast
from uuid import UUID, uuid5

from django.db.models import Q

from assess.judging.kernel.disputes import Sort, Threshold, is_disputed
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.availability import at_hand_in
from assess.judging.labels.reader import Item, labels_of
from assess.judging.models import Adjudication, Judge
from config.operations.readings import Reading, read, together
from runs.models import Response, Track

Votes = dict[int, str]  # judge → value, by row number
# By judge's row number, round and repeat: item → topic and value.
Said = dict[tuple[int, ...], dict[Item, tuple[int, str]]]
CHUNK = 10_000  # row numbers in one statement


class Cause(NamedTuple):
    """The judges and the kind of label to compare, and the differences that count.

    round: that of the people's labels; the others' have none but 0.
    """

    track: Track
    kind: Kind
    judges: list[Judge]
    threshold: Threshold
    round: int = 0

    def round_of(self, judge: Judge) -> int:
        """Return the round of a judge's labels."""
        is_people = judge.kind == Judge.PERSON or judge.rule == ASSESSORS
        return self.round if is_people else 0


class Dispute(NamedTuple):
    """One item to settle: its rows, its public id and name, and its labels by judge.

    The name lists the public ids of its parts; the id is computed from the name.
    """

    item: Item
    uuid: UUID
    name: str
    votes: tuple[tuple[int, str], ...]


class Standing(NamedTuple):
    """The state of an adjudication on one topic; left: disputed and not settled."""

    settled: int
    left: int

    @property
    def total(self) -> int:
        """Return the number of items."""
        return self.settled + self.left


NOTHING = Standing(0, 0)


def cause_of(
    adjudication: Adjudication, members: Iterable[Judge] | None = None
) -> Cause:
    """Return the judges, by name, and the threshold of an adjudication.

    members: the judges, if they are already read.
    """
    track = adjudication.track
    every = adjudication.judges.all() if members is None else members
    judges = sorted(every, key=lambda judge: judge.name)
    for judge in judges:
        judge.track = track  # already read
    sort = cast(Sort, adjudication.sort)
    threshold = Threshold(sort, adjudication.distance, adjudication.cut)
    kind = get_kind(adjudication.kind)
    return Cause(track, kind, judges, threshold, adjudication.of_round)


def on_topics(kind: Kind, topics: Collection[int]) -> Q:
    """Return the filter of labels to some topics, without responses of deleted runs."""
    where = Q(**{f"{kind.topic}__in": list(topics)})
    there = Response.objects.visible().filter(topic__in=list(topics))
    for lookup in kind.responses:
        where &= Q(**{f"{lookup}__in": there.values("pk")})
    return where


def votes_on(cause: Cause, topics: Collection[int]) -> dict[Item, Votes]:
    """Return the labels of each item that at least two of the judges labelled."""
    where = on_topics(cause.kind, topics)
    found: dict[Item, Votes] = defaultdict(dict)
    for judge in cause.judges:
        number = cause.round_of(judge)
        given = labels_of(judge, cause.kind, where=where, round=number)
        for item, value in given.items():
            found[item][judge.pk] = value
    return {item: votes for item, votes in found.items() if len(votes) > 1}


def said_by(judges: Iterable[Judge], votes: Votes) -> dict[str, str]:
    """Return the judges' labels of an item by public id, as they are stored."""
    return {str(each.uuid): votes[each.pk] for each in judges if each.pk in votes}


def disputed(cause: Cause, votes: Mapping[Item, Votes]) -> set[Item]:
    """Return the items whose labels differ by at least the threshold."""
    kind, threshold = cause.kind, cause.threshold
    scale, apart = kind.values(cause.track), kind.apart(cause.track)
    known: dict[frozenset[str], bool] = {}
    found = set()
    for item, given in votes.items():
        values = frozenset(given.values())
        if values not in known:
            known[values] = is_disputed(values, threshold, scale=scale, apart=apart)
        if known[values]:
            found.add(item)
    return found


class DisputeQuery(NamedTuple):
    """An adjudication, and the topics, round and repeat for which to read its labels.

    It compares the first labels of its judges, whatever the round and repeat.
    """

    adjudication: Adjudication
    cause: Cause
    topics: Collection[int]
    round: int = 0
    repeat: int = 0


class DisputeLabels(NamedTuple):
    """The labels that an adjudication compares, and the topics of those it gave."""

    votes: dict[Item, Votes]
    topics: dict[Item, int]  # of items with votes
    settled: dict[Item, int]


def all_standings(every: Sequence[DisputeQuery]) -> list[dict[int, Standing]]:
    """Return the states of adjudications, each on its own topics."""
    return read(standings_reading(every))


def standings_reading(
    every: Sequence[DisputeQuery],
) -> Reading[list[dict[int, Standing]]]:
    """Return the states of adjudications, each on its own topics."""
    labels = yield from labels_reading(every)
    return [standing(*each) for each in zip(every, labels, strict=True)]


def standing(asked: DisputeQuery, labels: DisputeLabels) -> dict[int, Standing]:
    """Return the state of an adjudication on each of its topics."""
    settled = Counter(labels.settled.values())
    open_ = disputed(asked.cause, labels.votes) - labels.settled.keys()
    left = Counter(labels.topics[item] for item in open_)
    return {topic: Standing(settled[topic], left[topic]) for topic in asked.topics}


def labels_reading(every: Sequence[DisputeQuery]) -> Reading[list[DisputeLabels]]:
    """Return the labels that adjudications compare, and those they gave.

    Labels of one kind are read once for all adjudications, except those of panels.
    """
    by_kind: dict[str, list[DisputeQuery]] = defaultdict(list)
    for each in every:
        by_kind[each.adjudication.kind].append(each)
    found = yield from together(*(_said(own) for own in by_kind.values()))
    said = dict(zip(by_kind, found, strict=True))
    return [_labels(each, said[each.adjudication.kind]) for each in every]


def _labels(asked: DisputeQuery, said: Said) -> DisputeLabels:
    topics = set(asked.topics)
    own = said.get((asked.adjudication.judge_id, asked.round, asked.repeat), {})
    settled = {item: topic for item, (topic, _) in own.items() if topic in topics}
    votes: dict[Item, Votes] = defaultdict(dict)
    topic_of: dict[Item, int] = {}
    for judge in asked.cause.judges:
        turn = (judge.pk, asked.cause.round_of(judge), 0)
        for item, (topic, value) in said.get(turn, {}).items():
            if topic in topics:
                votes[item][judge.pk] = value
                topic_of[item] = topic
    return DisputeLabels(votes, topic_of, settled)


def _said(every: Sequence[DisputeQuery]) -> Reading[Said]:
    """Return the labels that adjudications of one kind compare, and those they gave."""
    kind = get_kind(every[0].adjudication.kind)
    where = on_topics(kind, set().union(*(each.topics for each in every)))
    where &= at_hand_in(kind, (each.cause.track for each in every))
    judges: dict[int, set[Judge]] = defaultdict(set)  # by round
    for each in every:
        for judge in each.cause.judges:
            judges[each.cause.round_of(judge)].add(judge)
    asked = Q(pk__in=())
    for number, own in judges.items():
        single = {judge for judge in own if judge.kind != Judge.PANEL}
        asked |= Q(judge__in=single, round=number, repeat=0)
    for each in every:
        turn = {"round": each.round, "repeat": each.repeat}
        asked |= Q(judge=each.adjudication.judge_id, **turn)
    given = kind.model.objects.given().filter(where, asked).order_by()
    columns = ("judge", "round", "repeat", kind.topic, "value", *kind.columns)
    [rows] = yield [given.values_list(*columns)]
    found: Said = defaultdict(dict)
    for judge, round_, repeat, topic, value, *item in rows:
        found[judge, round_, repeat][tuple(item)] = topic, value
    for number, own in judges.items():
        for panel in (judge for judge in own if judge.kind == Judge.PANEL):
            values = labels_of(panel, kind, where=where, round=number)
            topic_of = topics_of(kind, values)
            places = {item: (topic_of[item], values[item]) for item in values}
            found[panel.pk, number, 0] = places
    return found


def topics_of(kind: Kind, items: Collection[Item]) -> dict[Item, int]:
    """Return the topic of each item, by row number."""
    name, _, path = kind.topic.partition("__")
    place = kind.item.index(name)
    if not path:
        return {item: item[place] for item in items}
    found = _of_part(kind, name, path, {item[place] for item in items})
    return {item: found[item[place]] for item in items}


def named(kind: Kind, votes: Mapping[Item, Votes]) -> list[Dispute]:
    """Return items with their public ids."""
    uuids = [
        _of_part(kind, name, "uuid", {item[place] for item in votes})
        for place, name in enumerate(kind.item)
    ]
    return [
        _dispute(item, [known[pk] for known, pk in zip(uuids, item, strict=True)], said)
        for item, said in votes.items()
    ]


def _dispute(item: Item, parts: list[UUID], votes: Votes) -> Dispute:
    name = ":".join(map(str, parts))
    return Dispute(item, uuid5(parts[0], name), name, tuple(votes.items()))


def _of_part(kind: Kind, name: str, path: str, rows: Iterable[int]) -> dict[int, Any]:
    """Return the value of a lookup for some rows of one part of an item."""
    part: Any = kind.model._meta.get_field(name).related_model  # noqa: SLF001
    numbers = sorted(rows)
    found: dict[int, Any] = {}
    for start in range(0, len(numbers), CHUNK):
        chunk = part.objects.filter(pk__in=numbers[start : start + CHUNK])
        found |= dict(chunk.values_list("pk", path))
    return found
