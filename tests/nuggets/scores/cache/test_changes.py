"""What a change scores again, and what it leaves in the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.test.utils import CaptureQueriesContext

from assess.analysis.scores import cache as kept
from assess.analysis.scores.grids import Grid, grid_of
from assess.judging.judges.actions import create_panel
from assess.judging.models import Change
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.banks.actions import freeze_version
from nuggets.models import BankVersion
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Response, Run
from runs.put_away.actions import put_away
from runs.put_away.registration import RUN
from tests.make import (
    NOW,
    make_label,
    make_response,
    make_run,
    make_segment,
    make_version,
    nuggets_of,
)
from tests.nuggets.scores.cache.world import World, label

pytestmark = pytest.mark.both_stacks


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


def test_the_rules_of_a_basis_are_cached_separately(world: World) -> None:
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
