"""Labels of a person: each written once, with its change."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.kernel.idempotency import ReusedKey
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import (
    NewLabel,
    NotOnTheScale,
    Outcome,
    StaleLabel,
    give_label,
)
from assess.judging.models import Change, Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from tests.assess.judging.labels.support import NOT, PARTIAL, SUPPORT, act, give, values
from tests.at_once import at_once
from tests.make import NOW

pytestmark = pytest.mark.both_stacks


def test_it_writes_a_label_and_its_change_together(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    done = give(judge, items[0], SUPPORT, act(active_ms=1200, client_time=NOW))
    assert done == Outcome(SUPPORT, 1, NOW)
    label, change = AssignmentLabel.objects.get(), Change.objects.get()
    assert (label.value, label.version, label.actor) == (SUPPORT, 1, judge.user)
    assert (change.label_id, change.before, change.after) == (label.pk, "", SUPPORT)
    assert (change.active_ms, change.client_time, change.version) == (1200, NOW, 1)


def test_it_changes_a_label_that_was_seen(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    give(judge, items[0], SUPPORT, act())
    assert give(judge, items[0], NOT, act(seen=1)).version == 2
    assert values() == [(NOT, 2)]
    assert list(Change.objects.order_by("pk").values_list("before", "after")) == [
        ("", SUPPORT),
        (SUPPORT, NOT),
    ]


def test_it_takes_a_label_back_and_keeps_its_row(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    give(judge, items[0], SUPPORT, act())
    assert give(judge, items[0], "", act(seen=1)) == Outcome("", 2, NOW)
    assert give(judge, items[0], NOT, act(seen=2)).version == 3
    assert not AssignmentLabel.objects.filter(value="").exists()


def test_the_same_action_again_counts_once_and_answers_the_same(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    action = act()
    first = give(judge, items[0], SUPPORT, action)
    give(judge, items[0], NOT, act(seen=1))
    assert give(judge, items[0], SUPPORT, action) == first
    assert values() == [(NOT, 2)]
    assert Change.objects.count() == 2


def test_it_refuses_a_key_that_was_another_labels(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    action = act()
    give(judge, items[0], SUPPORT, action)
    with pytest.raises(ReusedKey):
        give(judge, items[1], SUPPORT, action)
    assert AssignmentLabel.objects.count() == 1


@pytest.mark.parametrize("seen", [0, 1, 3])
def test_it_refuses_a_label_that_changed_since_it_was_seen(
    judge: Judge, items: list[tuple[int, ...]], seen: int
) -> None:
    give(judge, items[0], SUPPORT, act())
    give(judge, items[0], NOT, act(seen=1))
    with pytest.raises(StaleLabel) as stale:
        give(judge, items[0], PARTIAL, act(seen=seen))
    assert stale.value.label
    assert (stale.value.label.value, stale.value.label.version) == (NOT, 2)
    assert values() == [(NOT, 2)]
    assert Change.objects.count() == 2


def test_it_refuses_a_version_of_a_label_that_never_was(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    with pytest.raises(StaleLabel) as stale:
        give(judge, items[0], PARTIAL, act(seen=1))
    assert stale.value.label is None
    assert not AssignmentLabel.objects.exists()


def test_an_action_after_another_sees_what_that_one_left(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    first = act()
    give(judge, items[0], SUPPORT, first)
    assert give(judge, items[0], NOT, act(after=first.key)).version == 2


def test_an_action_after_an_overtaken_one_is_stale(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    first = act()
    give(judge, items[0], SUPPORT, first)
    give(judge, items[0], PARTIAL, act(seen=1))
    with pytest.raises(StaleLabel):
        give(judge, items[0], NOT, act(after=first.key))
    assert values() == [(PARTIAL, 2)]


def test_an_action_after_one_that_never_came_or_was_elsewhere_is_stale(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    other = act()
    give(judge, items[1], SUPPORT, other)
    for after in (uuid4(), other.key):
        with pytest.raises(StaleLabel):
            give(judge, items[0], NOT, act(after=after))
    assert AssignmentLabel.objects.count() == 1


def test_it_refuses_a_value_off_the_scale(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    with pytest.raises(NotOnTheScale):
        give(judge, items[0], "full_support", act())
    assert not AssignmentLabel.objects.exists()


def test_rounds_stand_apart(judge: Judge, items: list[tuple[int, ...]]) -> None:
    assert judge.user
    give(judge, items[0], SUPPORT, act())
    give_label(
        ASSIGNMENT,
        items[0],
        NOT,
        judge=judge,
        actor=judge.user,
        act=act(),
        now=NOW,
        round=1,
    )
    assert values() == [(SUPPORT, 1), (NOT, 1)]


def test_a_repeat_is_in_no_score(judge: Judge, items: list[tuple[int, ...]]) -> None:
    assert judge.user
    give_label(
        ASSIGNMENT,
        items[0],
        NOT,
        judge=judge,
        actor=judge.user,
        act=act(),
        now=NOW,
        repeat=1,
    )
    assert labels_of(judge, ASSIGNMENT) == {}
    give(judge, items[0], SUPPORT, act())
    assert values() == [(NOT, 1), (SUPPORT, 1)]
    assert labels_of(judge, ASSIGNMENT) == {items[0]: SUPPORT}


def test_a_label_knows_the_version_of_the_profile_under_which_it_was_given(
    judge: Judge, items: list[tuple[int, ...]]
) -> None:
    one, two = items[:2]
    record_labels(ASSIGNMENT, judge, [NewLabel(one, NOT)], now=NOW)
    give(judge, two, SUPPORT, act())
    track = judge.track
    text = track.profile_text
    first = track.profile.version
    track.profile_text = text.replace(f"version = {first}", f"version = {first + 1}", 1)
    track.save(update_fields=["profile_text"])
    del track.profile
    give(judge, one, PARTIAL, act(1))
    record_labels(ASSIGNMENT, judge, [NewLabel(two, SUPPORT)], now=NOW)  # unchanged
    rows = AssignmentLabel.objects.order_by("pk").values_list("profile_version")
    assert list(rows) == [(first + 1,), (first,)]
    record_labels(ASSIGNMENT, judge, [NewLabel(two, NOT)], now=NOW)
    assert list(rows.all()) == [(first + 1,), (first + 1,)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seen", [0, 1])
def test_of_rivals_at_the_same_moment_one_wins(
    judge: Judge, items: list[tuple[int, ...]], seen: int
) -> None:
    if seen:
        give(judge, items[0], PARTIAL, act())
    outcomes = at_once(
        *(lambda v=v: give(judge, items[0], v, act(seen)) for v in (SUPPORT, NOT) * 3),
        refusals=(StaleLabel,),
    )
    assert sum(isinstance(outcome, Outcome) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, StaleLabel) for outcome in outcomes) == 5
    assert Change.objects.count() == seen + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seen", [0, 1])
def test_one_action_sent_several_times_at_once_counts_once(
    judge: Judge, items: list[tuple[int, ...]], seen: int
) -> None:
    if seen:
        give(judge, items[0], PARTIAL, act())
    action = act(seen)
    outcomes = at_once(*[lambda: give(judge, items[0], NOT, action)] * 6)
    assert outcomes == [Outcome(NOT, seen + 1, NOW)] * 6
    assert values() == [(NOT, seen + 1)]
    assert Change.objects.count() == seen + 1
