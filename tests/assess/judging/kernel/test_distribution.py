"""Sharing topics out: balanced, nobody twice, with the requested overlap."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.distribution import (
    crossed,
    pick_overlap,
    share_out,
    shared_pairs,
)

topics = st.lists(st.integers(0, 200), unique=True, max_size=60)
people = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
loads = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 30))


@pytest.mark.parametrize(
    ("people", "load", "shared"),
    [
        ([], {}, []),
        (["a"], {}, [(1, "a"), (2, "a"), (3, "a")]),
        (["a", "b"], {}, [(1, "a"), (2, "b"), (3, "a")]),
        (["a", "b"], {"a": 2}, [(1, "b"), (2, "b"), (3, "a")]),
    ],
)
def test_topics_go_to_whoever_holds_the_least(
    people: list[str], load: dict[str, int], shared: list[tuple[int, str]]
) -> None:
    assert share_out([1, 2, 3], people, load=load) == shared


def test_topics_go_to_as_many_as_are_to_judge_them() -> None:
    shared = share_out([1, 2], "ab", load={}, judges={1: 2})
    assert shared == [(1, "a"), (1, "b"), (2, "a")]


@given(topics, people, loads, st.integers(1, 9))
def test_each_topic_gets_its_number_of_different_people(
    topics: list[int], people: list[str], load: dict[str, int], number: int
) -> None:
    judges = dict.fromkeys(topics[::2], number)
    shared = share_out(topics, people, load=load, judges=judges)
    assert len(set(shared)) == len(shared)
    counts = Counter(topic for topic, _person in shared)
    for topic in topics:
        assert counts[topic] == min(judges.get(topic, 1), len(people))


@given(topics, people, st.integers(1, 9))
def test_from_nothing_nobody_gets_two_more_than_another(
    topics: list[int], people: list[str], number: int
) -> None:
    judges = dict.fromkeys(topics[::3], number)
    counts = Counter(p for _t, p in share_out(topics, people, load={}, judges=judges))
    held = [counts[person] for person in people]
    assert max(held, default=0) - min(held, default=0) <= 1


@given(topics, people, loads)
def test_what_people_hold_already_is_made_up_for(
    topics: list[int], people: list[str], load: dict[str, int]
) -> None:
    gets = Counter(person for _topic, person in share_out(topics, people, load=load))
    total = {person: load.get(person, 0) + gets[person] for person in people}
    for person in people:
        if gets[person]:
            assert total[person] <= min(total.values()) + 1


@given(topics, st.integers(1, 100), st.integers())
def test_the_share_is_met_by_the_fewest_topics(
    topics: list[int], percent: int, seed: int
) -> None:
    chosen = pick_overlap(topics, percent=percent, rng=Random(seed))  # noqa: S311
    assert len(chosen) * 100 >= percent * len(topics)
    assert not chosen or (len(chosen) - 1) * 100 < percent * len(topics)
    assert chosen == [topic for topic in topics if topic in set(chosen)]


@given(topics, st.integers(1, 100), st.integers())
def test_a_seed_chooses_the_same_topics_again(
    topics: list[int], percent: int, seed: int
) -> None:
    first, again = (
        pick_overlap(topics, percent=percent, rng=Random(seed))  # noqa: S311
        for _ in range(2)
    )
    assert first == again


def test_another_seed_chooses_others() -> None:
    chosen = {
        tuple(pick_overlap(range(50), percent=20, rng=Random(seed)))  # noqa: S311
        for seed in range(5)
    }
    assert len(chosen) == 5


def test_pairs_are_counted_by_the_topics_they_share() -> None:
    shared = [(1, "a"), (1, "b"), (2, "b"), (2, "a"), (3, "c"), (3, "a"), (4, "b")]
    assert shared_pairs(shared) == {("a", "b"): 2, ("a", "c"): 1}
    assert shared_pairs([]) == {}


def test_two_rounds_are_crossed_over_people_and_topics() -> None:
    first, second = crossed([1, 2, 3, 4], "abc")
    assert first == [([1, 3], "ac"), ([2, 4], "b")]
    assert second == [([2, 4], "ac"), ([1, 3], "b")]


@given(topics, people)
def test_nobody_gets_a_crossed_topic_in_both_rounds(
    topics: list[int], people: list[str]
) -> None:
    rounds = [
        {
            (topic, person)
            for some, those in halves
            for topic in some
            for person in those
        }
        for halves in crossed(topics, people)
    ]
    assert not rounds[0] & rounds[1]
    assert rounds[0] | rounds[1] == {(t, p) for t in topics for p in people}
    if len(people) > 1:
        for own in rounds:
            assert {topic for topic, _person in own} == set(topics)
