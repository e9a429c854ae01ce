"""Make a bank without duplicates from another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from assess.judging.machine.readiness import check_ready
from assess.judging.models import Judge
from jobs.actions import create_job
from jobs.models import Job
from matching.baseline import WORD_COVER, threshold_of
from matching.entail.machine import PROMPT
from matching.gold import GoldList, gold_lists
from matching.kernel.duplicates import Pair, Rule, deduplicate, vanished
from matching.kernel.word_cover import covers
from matching.models import Cover, Deduplication, Entailment
from nuggets.banks.actions import BankExists, Entry, create_bank, write_version
from nuggets.banks.scoring_list import scored_listings
from nuggets.editing.links import link_authors
from nuggets.kernel.listing import link_in
from nuggets.models import Bank, Listing
from runs.models import Topic

BATCH = 1_000


class NothingDecided(ValueError):
    """The judge has not decided which gold nuggets entail each other."""


class Made(NamedTuple):
    """A bank without duplicates, how many nuggets it has of how many."""

    bank: Bank
    kept: int
    every: int
    vanished: int


def make_deduplicated(
    bank: Bank, judge: Judge, name: str, *, rule: Rule, now: datetime
) -> Made:
    """Create a bank of what a judge leaves of each list; raise BankExists.

    Nuggets keep their rows, their labels and their numbers in files. Raise
    NothingDecided for an import without decisions between gold nuggets.
    """
    lists = gold_lists(bank)
    pairs = entailed_pairs(judge, lists)
    if judge.kind in (Judge.IMPORT, Judge.PERSON) and not any(pairs.values()):
        raise NothingDecided(
            f"{judge} has not said which nuggets of {bank} entail each other: import "
            "such decisions, or use the baseline word_cover."
        )
    listings = scored_listings(bank)
    topics = Topic.objects.in_bulk(lists)
    with transaction.atomic():
        made = create_bank(
            bank.track, name, origin=Bank.IMPORTED, landed_at=now, parent=bank
        )
        head = Deduplication.objects.create(bank=made, judge=judge, rule=rule)
        kept = gone = 0
        covered: list[Cover] = []
        for topic, each in lists.items():
            found = deduplicate(len(each.nuggets), pairs[topic], rule)
            _write(made, topics[topic], listings[topic], found.kept, now=now)
            kept += len(found.kept)
            gone += vanished(len(each.nuggets), pairs[topic], found.kept)
            covered += [
                Cover(deduplication=head, dropped_id=each.pks[at], by_id=each.pks[by])
                for at, others in found.covered.items()
                for by in others
            ]
        Cover.objects.bulk_create(covered, batch_size=BATCH)
        Deduplication.objects.filter(pk=head.pk).update(vanished=gone)
    return Made(made, kept, sum(len(each.nuggets) for each in lists.values()), gone)


def start_deduplication(
    bank: Bank,
    judge: Judge,
    name: str,
    *,
    rule: Rule,
    owner: User | None,
    now: datetime,
) -> Job:
    """Queue what a model has not decided yet, and the bank; the caller rings.

    Raise NotReady or BankExists.
    """
    check_decider(judge)
    if Bank.objects.visible().filter(track=bank.track, name=name).exists():
        raise BankExists(f"{bank.track} already has a bank named {name!r}.")
    return create_job(
        "deduplicate",
        scope=bank.track.uuid,
        owner=owner,
        title=f"Duplicates in {bank} by {judge}",
        params={
            "bank": str(bank.uuid),
            "judge": str(judge.uuid),
            "name": name,
            "rule": rule,
        },
        now=now,
    )


def check_decider(judge: Judge) -> None:
    """Raise NotReady unless the judge can compare gold nuggets now."""
    check_ready(judge, prompts=(PROMPT,), baseline=WORD_COVER.name, takes_pairs=True)


def _write(
    bank: Bank,
    topic: Topic,
    listings: list[Listing],
    kept: Collection[int],
    *,
    now: datetime,
) -> None:
    entries = [
        Entry(
            text=row.nugget.text,
            importance=row.importance,
            subnarrative_id=row.subnarrative_id,
            details=row.details,
            nugget_id=row.nugget_id,
        )
        for place, row in enumerate(listings)
        if place in set(kept)
    ]
    if entries:
        parent = listings[0].version
        write_version(bank, topic, entries, now=now, parent=parent)


def entailed_pairs(judge: Judge, lists: Mapping[int, GoldList]) -> dict[int, set[Pair]]:
    """Return by topic the pairs of places of a list whose first entails the second."""
    if judge.baseline == WORD_COVER.name:
        return {topic: _by_words(judge, each) for topic, each in lists.items()}
    places = {
        pk: (topic, place)
        for topic, each in lists.items()
        for place, pk in enumerate(each.pks)
    }
    rows = Entailment.objects.filter(
        judge=judge, value="yes", premise__topic__in=list(lists)
    )
    found: dict[int, set[Pair]] = {topic: set() for topic in lists}
    said = chain(rows.values_list("premise", "hypothesis"), _linked_by(judge, lists))
    for premise, hypothesis in said:
        if premise in places and hypothesis in places:
            topic, place = places[premise]
            found[topic].add((place, places[hypothesis][1]))
    return found


def _linked_by(
    judge: Judge, lists: Mapping[int, GoldList]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs whose first entails the second, as a person linked them."""
    if judge.kind != Judge.PERSON:
        return
    authors = link_authors(lists)
    listed = Listing.objects.filter(
        version__in=[each.version for each in lists.values()]
    )
    rows = list(listed.values_list("version", "nugget", "nugget__uuid", "details"))
    places = {(version, str(uuid)): nugget for version, nugget, uuid, _ in rows}
    for version, nugget, _uuid, details in rows:
        link = link_in(details)
        other = places.get((version, link.other)) if link else None
        if link is None or other is None:
            continue
        if authors.get((nugget, link)) != judge.user_id:
            continue
        if link.relation in ("same", "covers"):
            yield nugget, other
        if link.relation in ("same", "covered"):
            yield other, nugget


def _by_words(judge: Judge, listed: GoldList) -> set[Pair]:
    texts = [each.text for each in listed.nuggets]
    found = covers(texts, texts) > threshold_of(judge)
    return {(int(a), int(b)) for a, b in zip(*found.nonzero(), strict=True)}


def stale_topics(bank: Bank) -> int:
    """Return on how many topics a bank's source has changed since it was made."""
    if bank.parent is None:
        return 0
    source = dict(bank.parent.versions.current().values_list("topic", "pk"))
    own = bank.versions.current().values_list("topic", "parent")
    return sum(source.get(topic) != parent for topic, parent in own)
