"""The conditions of matching scores that can be compared: bank by judge."""

from __future__ import annotations

from assess.analysis.scores.conditions import Choice, Fullness, Group, Offer, offer
from assess.judging.judges.order import in_order, peoples
from assess.judging.labels.cells import behind_each, cells_of, judged_cells
from config.operations.single_reads import rows_once
from matching.entail.kind import ENTAIL
from matching.match.kind import MATCH
from matching.scores.basis import Basis
from matching.scores.forms import deciding_judges
from nuggets.models import Bank
from runs.models import Track


def conditions(track: Track) -> list[Group]:
    """Offer each bank with each judge that decided on nuggets."""
    judges = in_order(rows_once(deciding_judges(track)))
    people = peoples(judges)
    return [
        Group(
            f"Bank {bank}",
            [
                Choice(
                    f"bank={bank.uuid}&judge={each.uuid}",
                    each.full_name,
                    each.pk in people,
                    (bank.pk, each.pk),
                )
                for each in judges
            ],
            alike=True,
        )
        for bank in rows_once(Bank.objects.visible().filter(track=track))
    ]


def fullness(track: Track) -> Fullness:
    """Return how many cells of topic and run a condition's judge decided on."""
    own = [judged_cells(track, kind) for kind in (MATCH, ENTAIL)]
    behind = behind_each(track)

    def cells(choice: Choice) -> float:
        judges = behind.get(choice.rests_on[1], ())
        return max(cells_of(each, judges, choice.topics) for each in own)

    return cells


def _bank(basis: Basis) -> str:
    return str(basis.bank.uuid)


offer("matching", Offer(MATCH, conditions, fullness, _bank))
