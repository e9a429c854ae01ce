"""The amount of labels under each condition of nugget scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Count, QuerySet

from assess.analysis.scores.conditions import Choice, Fullness
from assess.judging.labels.availability import at_hand
from assess.judging.labels.cells import ByJudge, behind_each, cells_of, count_cells
from assess.judging.models import Judge
from config.operations.single_reads import rows_once
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel, BankVersion, Listing
from runs.models import Track

Counts = Mapping[int, Mapping[int, int]]  # labels by nugget, then by judge


def fullness(track: Track) -> Fullness:
    """Return how many cells are judged under a condition.

    That is the number of labels on a topic's nuggets divided by the number of nuggets:
    a response is scored once all are labelled.
    """
    labels = count_cells(track, "labels by nugget", lambda: _labels(track))
    banks, behind = _banks(track, labels), behind_each(track)

    def cells(choice: Choice) -> float:
        bank, judge = choice.rests_on
        return cells_of(banks.get(bank, {}), behind.get(judge, ()), choice.topics)

    return cells


def _labels(track: Track) -> Counts:
    """Return the labels that count: all minus those taken back, both by index."""
    judges = track.judges.visible().exclude(kind=Judge.PANEL)
    here = at_hand(ASSIGNMENT, track)
    labels: QuerySet[Any] = AssignmentLabel.objects.filter(
        here, judge__in=judges, repeat=0
    )
    rows = labels.order_by()
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for sign, some in ((1, rows), (-1, rows.filter(value=""))):
        counted = some.values_list("nugget", "judge").annotate(labels=Count("*"))
        for nugget, judge, number in counted:
            found[nugget][judge] += sign * number
    return {nugget: dict(by) for nugget, by in found.items()}


def _banks(track: Track, labels: Counts) -> dict[int, ByJudge]:
    """Return each bank's cells by judge and topic."""
    lists: dict[tuple[int, int], list[int]] = defaultdict(list)
    current = BankVersion.objects.filter(bank__track=track).current()
    rows = Listing.objects.filter(version__in=current).order_by()
    listed = rows.values_list("version__bank", "version__topic", "nugget")
    for bank, topic, nugget in rows_once(listed):
        lists[bank, topic].append(nugget)
    found: dict[int, dict[int, dict[int, float]]] = defaultdict(dict)
    for (bank, topic), nuggets in lists.items():
        for nugget in nuggets:
            for judge, number in labels.get(nugget, {}).items():
                own = found[bank].setdefault(judge, {})
                own[topic] = own.get(topic, 0) + number / len(nuggets)
    return dict(found)
