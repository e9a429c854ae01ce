"""Training: a practice topic with known labels, and the share that has to be right."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q

from assess.judging.kinds import Kind
from assess.judging.labels.reader import Item, labels_of
from assess.judging.models import Allocation, Round
from assess.judging.rounds.protocols import is_training, round_of
from assess.judging.work.items import own_labels


class TrainingScore(NamedTuple):
    """How many of the known labels a person gave; wrong: the items with another."""

    right: int
    n: int
    pass_mark: int  # percent
    wrong: dict[Item, str]  # to the known label

    @property
    def passed(self) -> bool:
        """Return whether the mark is reached; without a known label, it is."""
        return 100 * self.right >= self.pass_mark * self.n


def training_score(work: Allocation, kind: Kind) -> TrainingScore | None:
    """Return the score of a training; None for any other work."""
    protocol = round_of(work) if is_training(work.round) else None
    if protocol is None or protocol.known is None:
        return None
    return _score(work, kind, protocol)


def _score(work: Allocation, kind: Kind, protocol: Round) -> TrainingScore:
    assert protocol.known is not None  # noqa: S101 - as the table requires
    known = labels_of(
        protocol.known, kind, where=Q(**{kind.topic: protocol.training_id})
    )
    rows = own_labels(kind, work).exclude(value="")
    given = {
        tuple(item): value
        for *item, value in rows.values_list(*kind.columns, "value")
        if tuple(item) in known
    }
    wrong = {item: known[item] for item, value in given.items() if value != known[item]}
    mark = protocol.pass_mark or 0
    return TrainingScore(len(given) - len(wrong), len(given), mark, wrong)
