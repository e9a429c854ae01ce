"""Decide about turns, one by one or by a rule; every decision stays in the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction

from accounts.kernel.idempotency import check_same
from accounts.models import User
from assess.judging.kernel.turn_rules import Rule, chosen_turns
from assess.judging.models import TurnMark
from assess.judging.turns.listing import TurnRow, list_turns
from assess.judging.turns.marks import Marks, marks_of, marks_on
from runs.actions.acts import Act, number_seen
from runs.models import Topic, Track

CHANGED = "Somebody else decided about this turn since you opened the page."


class StaleMarks(Exception):
    """Somebody else decided about the turn since it was read."""


class TurnChoice(NamedTuple):
    """What a rule would change: turns that become assessed, and that stop being so.

    total: assessed turns afterwards, in how many conversations.
    """

    chosen: Sequence[TurnRow]
    dropped: Sequence[TurnRow]
    total: int
    conversations: int

    @property
    def seal(self) -> str:
        """Return a digest of the changes, so that only what was shown is confirmed."""
        names = [f"+{row.topic.uuid}" for row in self.chosen]
        names += [f"-{row.topic.uuid}" for row in self.dropped]
        return sha256(" ".join(sorted(names)).encode()).hexdigest()


def mark_turn(topic: Topic, wanted: Marks, *, act: Act) -> TurnMark:
    """Store what is decided about a turn; a repetition returns the first decision.

    Raise StaleMarks, ReusedKey.
    """
    with transaction.atomic():
        _lock(topic.track_id)
        done = topic.turn_marks.filter(key=act.key).first()
        if done:
            if done.by_id != act.by.pk:
                raise StaleMarks
            check_same(done.body, act.body)
            return done
        now = marks_on(topic)
        if now.number != number_seen(topic.turn_marks.all(), act):
            raise StaleMarks
        return TurnMark.objects.create(
            topic=topic,
            **_columns(wanted, now.number + 1),
            by=act.by,
            key=act.key,
            body=act.body,
            at=act.now,
            client_time=act.client_time,
            active_ms=act.active_ms,
        )


def _lock(track: int) -> None:
    """Let decisions about a track's turns wait for each other."""
    Track.everything.select_for_update().only("pk").get(pk=track)


def _columns(marks: Marks, number: int) -> dict[str, bool | int]:
    return marks._asdict() | {"number": number}


def choice_by(track: Track, rule: Rule) -> TurnChoice:
    """Return what a rule would change."""
    rows = list_turns(track)
    places = chosen_turns([row.known for row in rows], rule)
    chosen = [rows[place] for place in sorted(places)]
    return TurnChoice(
        [row for row in chosen if not row.marks.assessed],
        [
            row
            for place, row in enumerate(rows)
            if row.marks.assessed and place not in places
        ],
        len(chosen),
        len({row.topic.conversation_id for row in chosen}),
    )


def choose_by(
    track: Track, rule: Rule, words: str, *, seal: str, by: User, now: datetime
) -> TurnChoice | None:
    """Choose the assessed turns by a rule; None if it would change other turns by now.

    seal: of the shown choice. words: the rule's, for the record.
    """
    with transaction.atomic():
        _lock(track.pk)
        choice = choice_by(track, rule)
        if choice.seal != seal:
            return None
        _write(choice, words, by=by, now=now)
    return choice


def _write(choice: TurnChoice, words: str, *, by: User, now: datetime) -> None:
    wanted = {row.topic.pk: (row, True) for row in choice.chosen}
    wanted |= {row.topic.pk: (row, False) for row in choice.dropped}
    TurnMark.objects.bulk_create(
        TurnMark(
            topic=row.topic,
            **_columns(row.marks._replace(assessed=assessed), row.marks.number + 1),
            rule=words,
            by=by,
            at=now,
        )
        for row, assessed in wanted.values()
    )


def take_back_rule(track: Track, *, by: User, now: datetime) -> int | None:
    """Restore the turns as they were before the last rule; None if there is none.

    Turns decided about since then stay as they are. Return how many were restored.
    """
    with transaction.atomic():
        _lock(track.pk)
        marks = TurnMark.objects.filter(topic__track=track, topic__deleted_at=None)
        last = marks.exclude(rule="").order_by("-at", "-pk").first()
        if last is None:
            return None
        now_marks = marks_of(track)
        of_rule = list(marks.filter(rule=last.rule, at=last.at).select_related("topic"))
        untouched = [
            each for each in of_rule if now_marks[each.topic_id].number == each.number
        ]
        before = _before(untouched)
        TurnMark.objects.bulk_create(
            TurnMark(
                topic=each.topic,
                **_columns(before.get(each.topic_id, Marks()), each.number + 1),
                by=by,
                at=now,
            )
            for each in untouched
        )
    return len(untouched)


def _before(marks: Sequence[TurnMark]) -> Mapping[int, Marks]:
    """Return what was decided about the turns before some decisions."""
    wanted = {(each.topic_id, each.number - 1) for each in marks}
    rows = TurnMark.objects.filter(topic__in={topic for topic, _ in wanted})
    columns = rows.values_list("topic", *Marks._fields)
    found = ((topic, Marks(*each)) for topic, *each in columns)
    return {topic: each for topic, each in found if (topic, each.number) in wanted}
