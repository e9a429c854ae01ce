"""Cached scores equal those computed from scratch, whatever happened between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from django.core.cache import cache
from django.db import transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assess.analysis.scores import cache as kept
from assess.analysis.scores.arrays import scored_of
from assess.analysis.scores.cache import Ground, kept_scores
from assess.analysis.scores.grids import Grid, grid_of
from assess.analysis.scores.judge_forms import JudgeBasis
from assess.judging.judges.actions import create_panel
from assess.judging.kernel.panels import RULES
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring import RetrievalBasis, RetrievalGround
from assess.kinds.support.kind import SUPPORT
from assess.kinds.support.scoring import SupportGround
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.actions import freeze_version
from nuggets.models import Bank, BankVersion
from nuggets.scores.basis import Basis
from nuggets.scores.cells import NuggetGround
from nuggets.scores.measures import MEASURES
from nuggets.scores.scoring import score_nuggets
from runs.models import Citation, RankedList, Response, Run, Topic, Track
from runs.put_away.actions import put_away
from runs.put_away.registration import RUN
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

pytestmark = pytest.mark.both_stacks


class World(NamedTuple):
    """Two runs on two topics, all that three judges may label, and panels of them."""

    track: Track
    bank: Bank
    topics: list[Topic]
    judges: list[Judge]
    panels: list[Judge]
    items: dict[str, list[tuple[int, ...]]]


class Step(NamedTuple):
    """A label given, or taken back, and whether the scores are read then."""

    judge: int
    item: int
    value: int
    looks: bool


steps = st.lists(
    st.builds(
        Step, st.integers(0, 2), st.integers(0, 30), st.integers(0, 3), st.booleans()
    ),
    min_size=1,
    max_size=8,
)


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    track = make_track()
    bank = make_bank(track)
    topics = [make_topic(track, "1"), make_topic(track, "2")]
    runs = [make_run(track, "one"), make_run(track, "two")]
    segments = [make_segment(track, name) for name in "abc"]
    items: dict[str, list[tuple[int, ...]]] = {"assignment": [], "support": []}
    for topic in topics:
        marks = ["vital", "okay"] if topic.name == "1" else ["okay", ""]
        version = make_version(bank, topic, importance=marks)
        for run in runs[: 2 if topic.name == "1" else 1]:
            response = make_response(run, topic, cites=segments[0])
            items["assignment"] += [
                (nugget.pk, response.pk) for nugget in nuggets_of(version)
            ]
            RankedList.objects.create(
                run=run,
                topic=topic,
                segment_ids=[segment.pk for segment in segments[:2]],
                scores=[2.0, 1.0],
            )
    items["support"] = [(pk,) for pk in Citation.objects.values_list("pk", flat=True)]
    items["relevance"] = [(t.pk, s.pk) for t in topics for s in segments]
    judges = [make_judge(track, f"judge-{number}") for number in range(3)]
    panels = [
        create_panel(track, rule, rule=rule, members=judges, now=NOW) for rule in RULES
    ]
    return World(track, bank, topics, judges, panels, items)


def nuggets(world: World, judge: Judge) -> Ground:
    return NuggetGround(Basis(world.bank, judge))


def retrieval(_world: World, judge: Judge) -> Ground:
    return RetrievalGround(RetrievalBasis(judge, 2))


def support(_world: World, judge: Judge) -> Ground:
    return SupportGround(JudgeBasis(judge))


FAMILIES = [(nuggets, ASSIGNMENT), (retrieval, RELEVANCE), (support, SUPPORT)]


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all writes inside the block, and clear the cache."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


@pytest.mark.parametrize(("ground_of", "kind"), FAMILIES)
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(made=steps, whose=st.integers(0, 2 + len(RULES)))
def test_whatever_is_labelled_the_scores_are_those_computed_cold(
    ground_of: Callable[[World, Judge], Ground],
    kind: Kind,
    world: World,
    made: list[Step],
    whose: int,
) -> None:
    judge = [*world.judges, *world.panels][whose]
    values = ["", *kind.values(world.track)]
    items = world.items[kind.name]
    with undone():
        kept_scores(ground_of(world, judge), MEASURES, "V_strict")
        for step in made:
            label = NewLabel(
                items[step.item % len(items)], values[step.value % len(values)]
            )
            record_labels(kind, world.judges[step.judge], [label], now=NOW)
            if step.looks:
                assert_cold(ground_of(world, judge), world)
        assert_cold(ground_of(world, judge), world)


def assert_cold(ground: Ground, world: World) -> None:
    """Compare the cached scores with those computed from scratch."""
    warm = kept_scores(ground, MEASURES, "V_strict")
    runs = Run.objects.visible().filter(track=world.track)
    topics = world.track.topics.all()
    cold = scored_of(grid_of(ground.whole()), runs, topics, MEASURES, "V_strict")
    assert (warm.runs, warm.topics) == (cold.runs, cold.topics)
    assert warm.waiting == cold.waiting
    for name in ("values", "states", "words", "grounds"):
        np.testing.assert_array_equal(getattr(warm, name), getattr(cold, name))


def label(world: World, place: int, value: str, judge: int = 0) -> None:
    row = NewLabel(world.items["assignment"][place], value)
    record_labels(ASSIGNMENT, world.judges[judge], [row], now=NOW)


def counting_whole(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Count how often everything is scored from scratch."""
    calls: list[Any] = []

    def counted(part: Any) -> Grid:  # noqa: ANN401
        calls.append(part)
        return grid_of(part)

    monkeypatch.setattr(kept, "grid_of", counted)
    return calls


def test_one_changed_label_scores_one_response_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counting_whole(monkeypatch)
    basis = Basis(world.bank, world.judges[0])
    for place in range(6):
        label(world, place, "support")
    assert np.nanmin(score_nuggets(basis).of("A_strict")) == 1.0
    label(world, 0, "not_support")
    found = score_nuggets(basis)
    assert np.nanmin(found.of("A_strict")) == 0.5
    assert len(calls) == 1


def test_labels_of_other_judges_and_kinds_change_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counting_whole(monkeypatch)
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    first = score_nuggets(basis)
    label(world, 0, "not_support", judge=1)
    make_label(
        RELEVANCE,
        world.judges[0],
        world.topics[0],
        make_segment(world.track, "z"),
        value="1",
    )
    np.testing.assert_array_equal(score_nuggets(basis).values, first.values)
    assert len(calls) == 1


def test_many_changes_score_everything_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_MENDED", 1)
    calls = counting_whole(monkeypatch)
    basis = Basis(world.bank, world.judges[0])
    score_nuggets(basis)
    label(world, 0, "support")
    label(world, 1, "support")
    assert len(score_nuggets(basis).runs) == 1
    assert len(calls) == 2


def test_a_change_that_comes_late_is_not_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action may end after others with higher numbers were seen."""
    calls = counting_whole(monkeypatch)
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    label(world, 1, "support")
    late = Change.objects.order_by("pk").first()
    assert late is not None
    Change.objects.filter(pk=late.pk).delete()
    score_nuggets(basis)
    late.save(force_insert=True)
    score_nuggets(basis)
    assert len(calls) == 2


def test_a_newly_frozen_list_counts_at_once(world: World) -> None:
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    label(world, 1, "not_support")
    assert score_nuggets(basis).of("V_strict")[0, 0] == 1.0
    version = world.bank.versions.get(topic=world.topics[0])
    turned = make_version(
        world.bank,
        world.topics[0],
        nuggets_of(version),
        importance=["okay", "vital"],
        state=BankVersion.OPEN,
    )
    assert score_nuggets(basis).of("V_strict")[0, 0] == 1.0
    freeze_version(turned, now=NOW)
    assert score_nuggets(basis).of("V_strict")[0, 0] == 0.0


def test_runs_come_and_go_at_once(world: World) -> None:
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    label(world, 1, "support")
    late = make_run(world.track, "late", landed=False)
    make_response(late, world.topics[0])
    assert [run.name for run in score_nuggets(basis).waiting] == ["two"]
    Run.objects.filter(pk=late.pk).update(landed_at=NOW)
    assert [run.name for run in score_nuggets(basis).waiting] == ["late", "two"]
    one = Run.objects.get(name="one")
    put_away(RUN, one, track=one.track, by=None, now=NOW)
    assert score_nuggets(basis).runs == ()


def test_a_panels_scores_follow_its_members(world: World) -> None:
    panel = create_panel(
        world.track, "some", rule="first", members=world.judges[:1], now=NOW
    )
    basis = Basis(world.bank, panel)
    label(world, 0, "support", judge=1)
    assert score_nuggets(basis).runs == ()
    panel.memberships_of_panel.create(member=world.judges[1], position=1)
    assert [run.name for run in score_nuggets(basis).runs] == ["one"]


def test_the_rules_of_a_basis_are_kept_apart(world: World) -> None:
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    assert np.isnan(score_nuggets(basis).of("A")[0, 0])
    taken = replace(basis, unlabelled="not_support")
    assert score_nuggets(taken).of("A")[0, 0] == 0.5
    only = replace(basis, topics=frozenset([world.topics[1].pk]))
    assert score_nuggets(only).topics == ()


def test_a_label_outside_what_counts_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counting_whole(monkeypatch)
    basis = Basis(world.bank, world.judges[0])
    only = replace(basis, topics=frozenset([world.topics[0].pk]))
    for place in range(len(world.items["assignment"])):
        label(world, place, "support")
    first = score_nuggets(only)
    label(world, -1, "not_support")  # topic 2
    np.testing.assert_array_equal(score_nuggets(only).values, first.values)
    hidden = Response.objects.filter(run__name="two", topic=world.topics[0])
    assert hidden.update(deleted_at=NOW) == 1
    label(world, 2, "not_support")  # of the hidden one
    np.testing.assert_array_equal(score_nuggets(only).values, first.values)
    assert len(calls) == 1


def test_looking_again_asks_little(
    world: World, django_assert_max_num_queries: Callable[[int], CaptureQueriesContext]
) -> None:
    basis = Basis(world.bank, world.judges[0])
    label(world, 0, "support")
    score_nuggets(basis)
    with django_assert_max_num_queries(4):
        score_nuggets(basis)
    label(world, 0, "not_support")
    with django_assert_max_num_queries(8):
        score_nuggets(basis)
