"""Exam measures beside an imported board, and the sweep over thresholds."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.kernel.condition_agreement import Estimate, Way
from exams.boards.charts import sweep_charts
from exams.boards.table import BoardCell, BoardRow, marked
from exams.scores.basis import Basis
from exams.scores.scoring import score_exams
from exams.scores.summary import summaries
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import make_board


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def page_of(world: ExamWorld) -> str:
    return f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/boards/"


def test_each_measure_is_correlated_with_the_board(
    world: ExamWorld, omar_client: Client
) -> None:
    make_board(world.track, {"A": 3.0, "B": 1.0, "C": 2.0, "elsewhere": 9.0})
    found = omar_client.get(page_of(world))
    rows = {row.title: row.cells for row in found.context["measures"]}
    assert [len(cells) for cells in rows.values()] == [4, 4, 4, 4, 4, 4, 1, 1]
    cover = rows["Cover"]
    assert [cell.way.tau.value for cell in cover] == [1.0] * 4
    assert [cell.way.n for cell in cover] == [2] * 4  # C has no passage
    assert "measure=exam_cover_4" in found.content.decode()
    scatter = f"/tracks/{world.track.uuid}/agreement/comparison/?{cover[0].query}"
    assert omar_client.get(scatter).status_code == 200


def test_the_best_correlation_is_marked_and_those_near_it() -> None:
    taus: list[list[float | None]] = [[0.7, 0.66, None], [0.65, 0.64, 0.7]]
    rows = [BoardRow("", [BoardCell(_way(tau), "") for tau in own]) for own in taus]
    found = [
        ["best" if c.is_best else "near" if c.is_near else "" for c in row.cells]
        for row in marked(rows)
    ]
    assert found == [["best", "near", ""], ["near", "", "best"]]


def _way(tau: float | None) -> Way:
    return Way(9, 0, Estimate(tau), Estimate(None), Estimate(None))


def test_ranks_move_against_the_board(world: ExamWorld, omar_client: Client) -> None:
    make_board(world.track, {"A": 1.0, "B": 3.0})
    rows = omar_client.get(page_of(world)).context["ranks"]
    assert [(row.run, row.reference) for row in rows] == [("B", 1), ("A", 2)]
    by_run = {row.run: row.ranks for row in rows}
    assert by_run == {"A": [(1, 1)] * 4, "B": [(2, -1)] * 4}


def test_without_a_reference_it_says_so_and_still_draws(
    world: ExamWorld, omar_client: Client, ada_client: Client
) -> None:
    found = omar_client.get(f"{page_of(world)}?against=boards:nothing")
    assert found.status_code == 200
    assert "nothing to compare with" in found.content.decode()
    assert len(found.context["charts"]) == 2
    assert ada_client.get(page_of(world)).status_code == 404


def test_cover_and_rank_are_drawn_at_every_threshold(world: ExamWorld) -> None:
    rows = summaries(score_exams(Basis(world.bank, world.judge)))
    covers, ranks = sweep_charts(rows, 4)
    values = {curve.title: [p.y for p in curve.places] for curve in covers.curves}
    assert values["A"] == pytest.approx([0.6, 0.4, 0.4, 0.2])
    assert values["B"] == pytest.approx([0.2, 0.2, 0.2, 0.0])
    places = {curve.title: [p.y for p in curve.places] for curve in ranks.curves}
    assert places == {"A": [1] * 4, "B": [2] * 4}
