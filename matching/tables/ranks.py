"""Why two gold sets rank runs differently: the nuggets that only one of them has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from assess.judging.labels.reader import labels_of
from assess.judging.models import Judge
from matching.entail.kind import ENTAIL, YES
from matching.gold import Gold, GoldList, gold_lists
from matching.kernel.set_overlap import shared_places
from matching.models import ResponseNugget
from matching.personal import chosen_topics
from matching.scores.basis import PAIRS, Basis
from matching.scores.turns import entailing_labels
from matching.tables.cache import Both, both_of
from matching.tables.forms import Chosen
from nuggets.models import Bank
from runs.models import Run, Topic, Track

Covered = dict[int, set[int]]  # by run: gold nuggets that its responses' nuggets entail


class Share(NamedTuple):
    """How many of some gold nuggets a run has."""

    covered: int
    every: int


class RankRow(NamedTuple):
    """A run's recall and rank by two sets, and its shares of what only one has.

    shared: of the nuggets of the first set that the second has too.
    """

    run: Run
    recalls: tuple[float | None, float | None]
    ranks: tuple[int | None, int | None]
    only_left: Share
    only_right: Share
    shared: Share

    @property
    def moves(self) -> int:
        """Return how many places higher the second set ranks the run."""
        left, right = self.ranks
        return 0 if left is None or right is None else left - right


class OneSided(NamedTuple):
    """A nugget that only one set has, and whether a run's response has it."""

    nugget: Gold
    covered: bool


class TurnDifference(NamedTuple):
    """The nuggets of a turn that only the left and only the right set has."""

    topic: Topic
    left: list[OneSided]
    right: list[OneSided]


class SetParts(NamedTuple):
    """The nuggets of two sets by topic: those of only one, and the shared ones."""

    left: Mapping[int, list[Gold]]
    right: Mapping[int, list[Gold]]
    shared: Mapping[int, list[Gold]]


def parts_of(left: Bank, right: Bank, topics: Collection[int] | None) -> SetParts:
    """Return what only one set has, and what both have, on topics with either."""
    a, b = gold_lists(left), gold_lists(right)
    only: tuple[dict[int, list[Gold]], dict[int, list[Gold]]] = ({}, {})
    both: dict[int, list[Gold]] = {}
    for topic in a.keys() | b.keys():
        if topics is not None and topic not in topics:
            continue
        mine, theirs = _nuggets(a.get(topic)), _nuggets(b.get(topic))
        places = shared_places(*([(g.pk, g.text) for g in e] for e in (mine, theirs)))
        for side, own, kept in zip(only, (mine, theirs), places, strict=True):
            side[topic] = [each for at, each in enumerate(own) if at not in kept]
        both[topic] = [mine[at] for at in sorted(places[0])]
    return SetParts(*only, both)


def _nuggets(listed: GoldList | None) -> Sequence[Gold]:
    return listed.nuggets if listed else ()


def rank_rows(
    track: Track, left: Bank, right: Bank, chosen: Chosen, parts: SetParts
) -> list[RankRow]:
    """Return every run that both sets score by pairs, the largest moves first."""
    scores = [_scores(bank, chosen) for bank in (left, right)]
    runs = Run.objects.visible().filter(
        track=track, pk__in=scores[0].keys() & scores[1].keys()
    )
    named = {run.pk: run for run in runs.order_by("name")}
    recalls = [{pk: both[pk].ours.recall for pk in named} for both in scores]
    ranks = [_ranks(each) for each in recalls]
    covered = covered_by(chosen.pairs, chosen.nuggets, parts)
    groups = [
        {each.pk for nuggets in side.values() for each in nuggets} for side in parts
    ]
    rows = [
        RankRow(
            run,
            (recalls[0][pk], recalls[1][pk]),
            (ranks[0][pk], ranks[1][pk]),
            *(Share(len(covered[pk] & group), len(group)) for group in groups),
        )
        for pk, run in named.items()
    ]
    return sorted(rows, key=lambda row: (-abs(row.moves), row.run.name))


def _scores(bank: Bank, chosen: Chosen) -> dict[int, Both]:
    if not (chosen.pairs and chosen.nuggets):
        return {}
    topics = chosen_topics(bank.track, chosen.turns)
    return both_of(Basis(bank, chosen.pairs, PAIRS, chosen.nuggets, topics))


def _ranks(recalls: Mapping[int, float | None]) -> dict[int, int | None]:
    known = [value for value in recalls.values() if value is not None]
    return {
        pk: None if own is None else 1 + sum(each > own for each in known)
        for pk, own in recalls.items()
    }


def covered_by(
    judge: Judge | None, extractor: Judge | None, parts: SetParts
) -> Covered:
    """Return the gold nuggets of both sets that each run's nuggets entail."""
    found: Covered = defaultdict(set)
    if judge is None:
        return found
    rows = ResponseNugget.objects.filter(extraction__judge=extractor).exclude(
        found=ResponseNugget.NOT
    )
    owner = dict(rows.order_by().values_list("pk", "response__run"))
    topics = {topic for side in parts for topic in side}
    where = entailing_labels(judge, topics)
    for (part, nugget), value in labels_of(judge, ENTAIL, where=where).items():
        if value == YES and part in owner:
            found[owner[part]].add(nugget)
    return found


def differences(run: Run, chosen: Chosen, parts: SetParts) -> list[TurnDifference]:
    """Return the turns with nuggets that only one set has, as a run captures them."""
    covered = covered_by(chosen.pairs, chosen.nuggets, parts)[run.pk]
    topics = Topic.objects.filter(pk__in=[*parts.left]).order_by("position")
    found = [
        TurnDifference(
            topic,
            [OneSided(each, each.pk in covered) for each in parts.left[topic.pk]],
            [OneSided(each, each.pk in covered) for each in parts.right[topic.pk]],
        )
        for topic in topics
    ]
    return [each for each in found if each.left or each.right]
