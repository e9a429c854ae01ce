"""Make batches for people, void those whose test item was answered wrongly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Max, QuerySet

from accounts.models import User
from assess.judging.allocations.actions import Terms
from assess.judging.judges.actions import judge_of
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge
from assess.judging.models.allocations import new_seed
from assess.judging.queues.actions import QueuedBefore, add_slots, hand_out_again
from assess.judging.screens import get_screen
from matching.gold import GoldList, gold_lists
from matching.match.kind import MATCH
from matching.models import Batch, MatchLabel, Pair, Voiding
from nuggets.models import Bank
from runs.models import Response, Run, Topic, Track

SIZE = 10  # pairs of a batch, without its test item
PEOPLE = 3  # who label each pair
PAUSE = 2  # voided batches after which a person gets no more

Item = tuple[int, int]  # nugget and response, by row number
Given = dict[Item, MatchLabel]


class TooFewTests(ValueError):
    """Some topics have fewer test items than batches; the message names them."""


class NothingToMatch(ValueError):
    """There is no pair that is not in a batch yet."""


class Wanted(NamedTuple):
    """What batches are made of; no runs or topics: all of them.

    tests: whose labels are the right answers of test items, None for batches without.
    """

    bank: Bank
    tests: Judge | None
    runs: Collection[Run] = ()
    topics: Collection[Topic] = ()
    people: int = PEOPLE


def make_batches(wanted: Wanted, *, by: User | None, rng: Random) -> list[Batch]:
    """Put every pair that is in no batch yet into batches, for a shared queue.

    A batch is of one topic; each has a test item of its own. Raise NothingToMatch, or
    TooFewTests with nothing written.
    """
    lists = _lists(wanted)
    known = _known(wanted)
    open_pairs = _open_pairs(wanted, lists, known)
    plans = {topic: _cut(pairs, rng) for topic, pairs in open_pairs.items() if pairs}
    if not plans:
        raise NothingToMatch("Every pair of these is in a batch already.")
    if wanted.tests:
        _check_tests(plans, known, wanted.bank.track)
    track = wanted.bank.track
    with transaction.atomic():
        Track.objects.select_for_update(no_key=True).get(pk=track.pk)
        last = Batch.objects.filter(track=track).aggregate(last=Max("number"))["last"]
        made = list(_stored(wanted, plans, known, rng, first=(last or 0) + 1))
        topics = Topic.objects.in_bulk(list(plans))
        for batch in made:
            add_slots(
                track,
                get_screen(MATCH.name),
                {topics[batch.topic_id]: wanted.people},
                by=by,
                terms=Terms(subject=str(batch.uuid)),
            )
    return made


def _lists(wanted: Wanted) -> dict[int, GoldList]:
    asked = {topic.pk for topic in wanted.topics}
    lists = gold_lists(wanted.bank)
    return {t: each for t, each in lists.items() if not asked or t in asked}


def _known(wanted: Wanted) -> dict[int, dict[Item, str]]:
    """Return the test items that no batch has yet, with their answers, by topic."""
    if wanted.tests is None:
        return {}
    used = set(
        Pair.objects.filter(batch__track=wanted.bank.track)
        .exclude(answer="")
        .values_list("nugget", "response")
    )
    rows = Response.objects.visible().filter(run__track=wanted.bank.track)
    topics = dict(rows.values_list("pk", "topic"))
    found: dict[int, dict[Item, str]] = defaultdict(dict)
    for (nugget, response), value in labels_of(wanted.tests, MATCH).items():
        if response in topics and (nugget, response) not in used:
            found[topics[response]][nugget, response] = value
    return found


def _open_pairs(
    wanted: Wanted, lists: dict[int, GoldList], known: dict[int, dict[Item, str]]
) -> dict[int, list[Item]]:
    rows = Response.objects.visible().filter(topic__in=list(lists))
    if wanted.runs:
        rows = rows.filter(run__in=[run.pk for run in wanted.runs])
    taken = set(
        Pair.objects.filter(batch__bank=wanted.bank).values_list("nugget", "response")
    )
    taken |= {item for items in known.values() for item in items}
    found: dict[int, list[Item]] = defaultdict(list)
    for response, topic in rows.order_by("pk").values_list("pk", "topic"):
        own = [(nugget, response) for nugget in lists[topic].pks]
        found[topic] += [item for item in own if item not in taken]
    return found


def _cut(pairs: Sequence[Item], rng: Random) -> list[list[Item]]:
    mixed = rng.sample(pairs, len(pairs))
    return [mixed[start : start + SIZE] for start in range(0, len(mixed), SIZE)]


def _check_tests(
    plans: dict[int, list[list[Item]]], known: dict[int, dict[Item, str]], track: Track
) -> None:
    names = dict(track.topics.values_list("pk", "name"))
    short = [
        f"{names[topic]} ({len(known.get(topic, ()))} of {len(batches)})"
        for topic, batches in plans.items()
        if len(known.get(topic, ())) < len(batches)
    ]
    if short:
        raise TooFewTests(
            "Each batch needs a test item of its own topic. Write more for topics "
            f"{', '.join(short)}, or take fewer runs."
        )


def _stored(
    wanted: Wanted,
    plans: dict[int, list[list[Item]]],
    known: dict[int, dict[Item, str]],
    rng: Random,
    *,
    first: int,
) -> Iterator[Batch]:
    number = first
    for topic, batches in plans.items():
        tests = sorted(known.get(topic, {}).items())
        rng.shuffle(tests)
        for place, pairs in enumerate(batches):
            batch = Batch.objects.create(
                track=wanted.bank.track,
                bank=wanted.bank,
                topic_id=topic,
                number=number,
                tests=wanted.tests,
                seed=new_seed(),
            )
            answers = dict(tests[place : place + 1] if wanted.tests else ())
            rows = [(item, answers.get(item, "")) for item in (*pairs, *answers)]
            rng.shuffle(rows)
            Pair.objects.bulk_create(
                Pair(batch=batch, nugget_id=nugget, response_id=response, answer=answer)
                for (nugget, response), answer in rows
            )
            number += 1
            yield batch


def close_batch(work: Allocation, now: datetime) -> None:
    """Void finished work whose test item was answered wrongly, and hand it out again.

    Its labels stay, and count nowhere. Who did it never gets this batch again. Call it
    inside the transaction that finishes the work.
    """
    if Voiding.objects.filter(work=work).exists():
        return
    pairs = list(Pair.objects.filter(batch__uuid=work.subject))
    judge = judge_of(work.assessor, work.track, now=now)
    rows: QuerySet[Any] = MatchLabel.objects.filter(
        judge=judge, round=work.round, repeat=work.repeat
    )
    own = rows.filter(
        nugget__in=[pair.nugget_id for pair in pairs],
        response__in=[pair.response_id for pair in pairs],
    )
    given: Given = {(label.nugget_id, label.response_id): label for label in own}
    tests = [pair for pair in pairs if pair.answer]
    if all(_is_right(pair, given) for pair in tests):
        return
    Voiding.objects.create(work=work, at=now)
    items = [(pair.nugget_id, pair.response_id) for pair in pairs]
    labels = [given[item].pk for item in items if item in given]
    MatchLabel.objects.filter(pk__in=labels).update(voided=True)
    # Whatever was computed from these labels is computed again.
    Track.objects.filter(pk=work.track_id).update(revision=F("revision") + 1)
    try:
        hand_out_again(work, by=work.slot.by if work.slot else work.by)
    except QueuedBefore:
        return


def _is_right(pair: Pair, given: Given) -> bool:
    label = given.get((pair.nugget_id, pair.response_id))
    return label is None or label.value == pair.answer


def paused_people(track: Track) -> list[tuple[User, int]]:
    """Return the people whose batches were voided too often, with the number."""
    counts: dict[User, int] = defaultdict(int)
    rows = Voiding.objects.filter(work__track=track, lifted_at=None)
    for row in rows.select_related("work__assessor"):
        counts[row.work.assessor] += 1
    found = [(person, number) for person, number in counts.items() if number >= PAUSE]
    return sorted(found, key=lambda each: each[0].username)


def lift_pause(track: Track, person: User, *, now: datetime) -> int:
    """Let a paused person continue; return how many voided batches are forgiven."""
    own = Voiding.objects.filter(
        work__track=track, work__assessor=person, lifted_at=None
    )
    return own.update(lifted_at=now)
