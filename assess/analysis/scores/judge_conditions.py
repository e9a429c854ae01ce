"""The conditions of a family that depends only on a judge: every judge with labels."""

from __future__ import annotations

from collections.abc import Sequence

from assess.analysis.scores.bases import saved_of
from assess.analysis.scores.conditions import Choice, Fullness, Group, Offer, offer
from assess.judging.judges.order import in_order, peoples, places_of
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import Kind
from assess.judging.labels.cells import behind_each, cells_of, judged_cells
from assess.judging.labels.overlap import judges_with_labels
from assess.judging.models import Judge
from assess.judging.rounds.protocols import labelled_rounds
from config.operations.single_reads import rows_once
from runs.models import Track


def offer_judges(
    family: str, kind: Kind, *, any_scale: bool = False, rounds: bool = False
) -> None:
    """Register the saved conditions of a family, then every judge with such labels.

    Each with the defaults of everything else. any_scale: imports on a scale of their
    own are offered too, in a group of their own. rounds: so are people's labels of
    each round but the first.
    """

    def conditions(track: Track) -> list[Group]:
        found = judges_with_labels(track, kind)
        every = rows_once(found if any_scale else found.on_the_scale())
        judges = in_order([each for each in every if not each.has_own_scale])
        people = peoples(judges)
        own = [
            Choice(f"judge={each.uuid}", each.full_name, each.pk in people, each.pk)
            for each in judges
        ]
        by_round = _by_round(track, kind, judges) if rounds else []
        return [
            Group("Saved conditions", _saved(family, track, judges)),
            Group("Labels of", own),
            Group("On a scale of its own", _apart(every)),
            Group("Labels of a round", by_round),
        ]

    def fullness(track: Track) -> Fullness:
        own, behind = judged_cells(track, kind), behind_each(track)
        return lambda choice: cells_of(
            own, behind.get(choice.rests_on, ()), choice.topics
        )

    offer(family, Offer(kind, conditions, fullness))


def _apart(judges: Sequence[Judge]) -> list[Choice]:
    """Return the imports on a scale of their own."""
    return [
        Choice(f"judge={each.uuid}", each.full_name, *(False, each.pk), apart=True)
        for each in in_order([each for each in judges if each.has_own_scale])
    ]


def _by_round(track: Track, kind: Kind, judges: Sequence[Judge]) -> list[Choice]:
    """Return people's labels of each round but the first; never a default."""
    return [
        Choice(
            f"judge={judge.uuid}&round={found.number}",
            f"{judge.full_name}, {found.name}",
            by_people=True,
            rests_on=(judge.pk, found.number),
            apart=True,
        )
        for found in labelled_rounds(track, kind)
        for judge in judges
        if judge.pk in found.judges or judge.rule == ASSESSORS
    ]


def _saved(family: str, track: Track, judges: Sequence[Judge]) -> list[Choice]:
    """Return the saved conditions by these judges, in their order, then by age."""
    found = [each for each in saved_of(family, track) if each.judge in judges]
    places, people = places_of(each.judge for each in found), peoples(judges)
    return [
        Choice(
            f"condition={each.uuid}",
            f"{each.judge.full_name}, condition {each.says}",
            each.judge.pk in people,
            each.judge.pk,
            frozenset(topic.pk for topic in each.topics),
        )
        for each in sorted(found, key=lambda one: (places[one.judge.pk], one.made_at))
    ]
