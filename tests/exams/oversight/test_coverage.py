"""The coverage map: its cells open passages, and name what a run could have used."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from runs.models import Response, Run
from tests.exams.test_settings import set_exam
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import make_response, make_run
from tests.page import select, texts, values


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def page_of(world: ExamWorld, client: Client, below: str = "map/") -> str:
    address = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/{below}"
    r = client.get(address)
    assert r.status_code == 200
    return r.content.decode()


def cells_of(page: str, run: str) -> list[str]:
    """Return the cells of a run, its name first."""
    rows = [
        [" ".join(cell.text().split()) for cell in row.css("th, td")]
        for row in select(page, "table.data tbody tr")
    ]
    return next(row for row in rows if row[0] == run)


def opened_by(client: Client, page: str, selector: str) -> str:
    """Return the page behind the only link that matches a selector."""
    (address,) = values(page, selector, "href")
    assert address is not None
    return client.get(address).content.decode()


def test_a_cell_opens_its_whole_passage(world: ExamWorld, omar_client: Client) -> None:
    page = page_of(world, omar_client)
    assert cells_of(page, "A") == ["A", "● 5", "● 4", "1", "0", "0", "2"]
    assert cells_of(page, "B") == ["B", "0", "● 4", "0", "0", "0", "1"]
    opened = opened_by(omar_client, page, "tr:first-child td:nth-child(4) a")
    assert texts(opened, "#opened h2") == ["p2: grade 1"]
    assert texts(opened, "#opened .read") == ["Text of p2."]
    segment = world.passages["p2"].segment
    assert segment is not None
    assert select(opened, f'#opened a[href$="{segment.uuid}/"]')


@pytest.mark.parametrize("passage", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_no_other_passage_is_opened(
    world: ExamWorld, omar_client: Client, passage: str
) -> None:
    below = f"questions/{world.questions[0].uuid}/?passage={passage}"
    assert not select(page_of(world, omar_client, below), "#opened")


def test_a_passage_below_the_depth_would_cover(
    world: ExamWorld, omar_client: Client
) -> None:
    set_exam(world, depth=1)
    page = page_of(world, omar_client)
    assert cells_of(page, "A") == ["A", "● 5", "3 rank 3", "0", "0", "–", "1"]
    assert cells_of(page, "B") == ["B", "–", "– rank 2", "–", "–", "–", "0"]
    opened = opened_by(omar_client, page, 'tbody tr:first-child a[title^="p3"]')
    assert texts(opened, "#opened h2") == ["p3: grade 4"]


def test_a_reference_of_a_response_would_cover(
    world: ExamWorld, omar_client: Client
) -> None:
    run = make_run(world.track, "G", task=Run.RAG)
    response = make_response(run, world.topic, ["It is cold."])
    Response.objects.filter(pk=response.pk).update(references=["p9", "p3", "p1"])
    page = page_of(world, omar_client)
    assert cells_of(page, "G") == [
        "G",
        "– reference",
        "– reference",
        *("–", "–", "–"),
        "0",
    ]
    assert values(page, "tbody a.fine", "title") == [
        "p1 would cover it",
        "p3 would cover it",
    ]
