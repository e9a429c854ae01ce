"""Many labels written at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel, NotOnTheScale, Recorded
from assess.judging.models import Change, Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from tests.assess.judging.labels.support import NOT, PARTIAL, SUPPORT, act, give, values
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_version,
    nuggets_of,
)

pytestmark = pytest.mark.both_stacks


def record(judge: Judge, *rows: tuple[tuple[int, ...], str]) -> Recorded:
    return record_labels(
        ASSIGNMENT, judge, [NewLabel(item, value) for item, value in rows], now=NOW
    )


def test_a_batch_says_what_it_made_changed_and_found(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    machine = make_judge(judge.track)
    record(machine, (items[0], SUPPORT), (items[1], SUPPORT))
    again = record(machine, (items[0], SUPPORT), (items[1], NOT), (items[2], PARTIAL))
    assert again == Recorded(created=1, changed=1, same=1)
    assert values() == [(SUPPORT, 1), (NOT, 2), (PARTIAL, 1)]
    assert Change.objects.count() == 4
    assert Change.objects.filter(before=SUPPORT, after=NOT, version=2).count() == 1


def test_a_batch_done_twice_changes_nothing(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    machine = make_judge(judge.track)
    rows = [(item, NOT) for item in items]
    record(machine, *rows)
    assert record(machine, *rows) == Recorded(0, 0, 3)
    assert Change.objects.count() == 3


def test_a_batch_of_nothing_writes_nothing(judge: Judge) -> None:
    assert record(judge) == Recorded(0, 0, 0)


def test_a_batch_leaves_other_judges_labels_alone(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    give(judge, items[0], SUPPORT, act())
    assert record(make_judge(judge.track), (items[0], NOT)).created == 1
    assert values() == [(SUPPORT, 1), (NOT, 1)]


def test_a_batch_with_a_value_off_the_scale_writes_nothing(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    with pytest.raises(NotOnTheScale, match="perhaps"):
        record(make_judge(judge.track), (items[0], NOT), (items[1], "perhaps"))
    assert not AssignmentLabel.objects.exists()


def test_the_last_label_of_an_item_in_a_batch_stands(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    record(make_judge(judge.track), (items[0], NOT), (items[0], SUPPORT))
    assert values() == [(SUPPORT, 1)]


def test_a_batch_takes_few_statements(
    judge: Judge,
    items: list[tuple[int, ...]],
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    machine = make_judge(judge.track)
    topic = make_topic(judge.track, "15")
    names = [f"nugget {number}" for number in range(200)]
    version = make_version(make_bank(judge.track, "large"), topic, names)
    response = make_response(make_run(judge.track, "run-b"), topic)
    rows = [((nugget.pk, response.pk), NOT) for nugget in nuggets_of(version)]
    with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
        record(machine, *rows)
    assert AssignmentLabel.objects.filter(judge=machine).count() == 200


def test_new_details_under_the_same_value_are_kept_with_their_trace(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    for details in ({"note": "a"}, {"note": "b"}, {}):
        record_labels(
            ASSIGNMENT, judge, [NewLabel(items[0], SUPPORT, details)], now=NOW
        )
    label = AssignmentLabel.objects.get()
    assert (label.value, label.details) == (SUPPORT, {"note": "b"})
    assert Change.objects.count() == label.version == 2
