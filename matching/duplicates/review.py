"""The review of duplicates: pairs that a judge finds, decided by an organizer."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from django.db import transaction

from assess.judging.judges.actions import check_room_for_judge
from assess.judging.models import Judge
from matching.duplicates.actions import entailed_pairs
from matching.gold import Gold, gold_lists
from matching.models import Entailment
from nuggets.models import Bank
from runs.models import Topic

Answer = Literal["same", "not", "left", "right"]
ANSWERS: tuple[Answer, ...] = ("same", "not", "left", "right")


class Double(NamedTuple):
    """Two gold nuggets of a topic that a judge finds to say the same, or one more."""

    topic: Topic
    left: Gold
    right: Gold
    answer: str  # "" if nobody decided


def doubles_of(bank: Bank, judge: Judge) -> list[Double]:
    """Return every pair that a judge finds, in the order of topics and lists."""
    lists = gold_lists(bank)
    topics = Topic.objects.in_bulk(list(lists))
    reviewed = reviewed_by(bank, judge)
    decided = _decided(reviewed) if reviewed else {}
    every = entailed_pairs(judge, lists)
    found = []
    for topic, listed in sorted(lists.items(), key=lambda e: topics[e[0]].position):
        pairs = every[topic]
        for left, right in sorted({(min(p), max(p)) for p in pairs if p[0] != p[1]}):
            a, b = listed.nuggets[left], listed.nuggets[right]
            answer = _answer(decided, a.pk, b.pk)
            found.append(Double(topics[topic], a, b, answer))
    return found


def review_name(bank: Bank, judge: Judge) -> str:
    """Return the name of the judge of what was decided about a judge's pairs."""
    return f"{judge.name} on {bank.name}, reviewed"[:150]


def reviewed_by(bank: Bank, judge: Judge) -> Judge | None:
    """Return the judge of what was decided, None before the first decision."""
    judges = Judge.objects.visible().filter(track=bank.track)
    return judges.filter(name=review_name(bank, judge), kind=Judge.IMPORT).first()


def _decided(judge: Judge) -> dict[tuple[int, int], bool]:
    rows = Entailment.objects.filter(judge=judge)
    return {(row.premise_id, row.hypothesis_id): row.value == "yes" for row in rows}


def _answer(decided: dict[tuple[int, int], bool], left: int, right: int) -> str:
    keeps_left, keeps_right = decided.get((left, right)), decided.get((right, left))
    if keeps_left is None or keeps_right is None:
        return ""
    if keeps_left and keeps_right:
        return "same"
    return "left" if keeps_left else "right" if keeps_right else "not"


def decide(
    bank: Bank, judge: Judge, left: int, right: int, answer: Answer, *, now: datetime
) -> None:
    """Store what an organizer decided about a pair, in both directions."""
    with transaction.atomic():
        reviewed = reviewed_by(bank, judge)
        if reviewed is None:
            check_room_for_judge(bank.track)
            reviewed = Judge.objects.create(
                track=bank.track,
                name=review_name(bank, judge),
                kind=Judge.IMPORT,
                description="What the organizers decided about duplicates",
                landed_at=now,
            )
        for premise, hypothesis, holds in (
            (left, right, answer in ("same", "left")),
            (right, left, answer in ("same", "right")),
        ):
            Entailment.objects.update_or_create(
                judge=reviewed,
                premise_id=premise,
                hypothesis_id=hypothesis,
                defaults={"value": "yes" if holds else "no", "p": None},
            )
