"""Writing labels: one of a person, and many at once."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.kernel.idempotency import ReusedKey
from accounts.models import User
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import (
    Act,
    NewLabel,
    NotOnTheScale,
    Outcome,
    Recorded,
    StaleLabel,
    give_label,
)
from assess.judging.models import Change, Judge
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from tests.at_once import at_once
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

pytestmark = pytest.mark.both_stacks

SUPPORT, PARTIAL, NOT = "support", "partial_support", "not_support"


@pytest.fixture
def judge(ada: User) -> Judge:
    return make_person(ada, make_track(assessors=[ada]))


@pytest.fixture
def items(judge: Judge) -> list[tuple[int, ...]]:
    topic = make_topic(judge.track)
    response = make_response(make_run(judge.track), topic)
    version = make_version(make_bank(judge.track), topic, ("one", "two", "three"))
    return [(nugget.pk, response.pk) for nugget in nuggets_of(version)]


def act(seen: int = 0, **rest: object) -> Act:
    return Act(key=uuid4(), seen=seen, **rest)  # type: ignore[arg-type]


def give(judge: Judge, item: tuple[int, ...], value: str, action: Act) -> Outcome:
    assert judge.user
    return give_label(
        ASSIGNMENT, item, value, judge=judge, actor=judge.user, act=action, now=NOW
    )


def values() -> list[tuple[str, int]]:
    return list(AssignmentLabel.objects.order_by("pk").values_list("value", "version"))


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
