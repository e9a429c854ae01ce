"""Exam boards against an imported board, as EXAM++ Table 3 compares them."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.comparison.presets import links_of
from assess.analysis.comparison.sides import Sides
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import make_board


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def test_every_exam_measure_is_compared_with_the_official_board(
    world: ExamWorld, omar_client: Client
) -> None:
    track = world.track
    runs = track.runs.values_list("name", flat=True)
    make_board(track, {run: float(place) for place, run in enumerate(runs)})
    (link,) = [each for each in links_of(Sides(track)) if "Table 3" in each.title]
    address = f"/tracks/{track.uuid}/agreement/comparison/"
    page = omar_client.get(f"{address}?{link.query}")
    assert page.status_code == 200
    names = [measure.name for measure in page.context["table"].columns]
    assert len(names) > 15
    assert {"exam_cover_4", "exam_cover_5"} <= set(names)
    text = omar_client.get(f"{address}comparison.csv?{link.query}").getvalue().decode()
    rows = list(csv.DictReader(StringIO(text)))
    assert len(rows) == 3 * len(names)
    assert {row["left"] for row in rows} == {"official"}
