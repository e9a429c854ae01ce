"""The page of one version: what each question was made from, and the steps."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from exams.editing.actions import apply_draft, take_step
from exams.models import QuestionVersion
from runs.actions.acts import Act
from tests.exams.world import ExamWorld, make_exam_world
from tests.make import NOW
from tests.page import select


@pytest.fixture
def world(omar: User) -> ExamWorld:
    return make_exam_world(omar)


def edit(world: ExamWorld, omar: User, *, seen: int, **edit: object) -> None:
    act = Act(by=omar, key=uuid4(), seen=seen, now=NOW, active_ms=1_500)
    take_step(world.bank, str(edit["do"]), [edit] if len(edit) > 1 else [], act=act)


def rows(client: Client, version: QuestionVersion, name: str) -> list[list[str]]:
    track = version.bank.track.uuid
    address = f"/tracks/{track}/exams/{version.bank.uuid}/versions/{version.uuid}/"
    found = select(client.get(address), f'[aria-label="{name}"] tbody tr')
    cells = [row.css("th, td") for row in found]
    return [[" ".join(cell.text().split()) for cell in row] for row in cells]


def test_a_merged_question_names_what_it_was_made_from(
    world: ExamWorld, omar: User, omar_client: Client
) -> None:
    first, second = (str(each.uuid) for each in world.questions[:2])
    edit(world, omar, seen=0, do="merge", questions=[first, second], text="Both?")
    (version,) = apply_draft(world.bank, omar, seen=1, now=NOW)
    shown = rows(omar_client, version, "Questions")
    texts = [str(each) for each in world.questions[:2]]
    descent = " ".join(f"merged from “{text}”" for text in texts)
    assert shown[0][1] == f"Both? {descent}"
    assert [row[4] for row in shown[:3]] == ["active", "withdrawn", "withdrawn"]
    (step,) = rows(omar_client, version, "Steps")
    assert step[1:4] == ["merge", "".join(texts), "Both?"]
    assert step[5] == "1.5"


def test_undone_steps_stay_in_the_record(
    world: ExamWorld, omar: User, omar_client: Client
) -> None:
    first, second = world.questions[:2]
    edit(world, omar, seen=0, do="withdraw", question=str(first.uuid))
    edit(world, omar, seen=1, do="undo")
    edit(world, omar, seen=2, do="key", question=str(second.uuid), key=["a", "b"])
    (version,) = apply_draft(world.bank, omar, seen=3, now=NOW)
    gone, kept = rows(omar_client, version, "Steps")
    assert gone[:3] == ["1", "withdrawal", str(first)]
    assert gone[6]
    assert kept[:4] == ["3", "accepted answers", str(second), "a; b"]
    assert kept[6] == ""


def test_a_version_of_a_file_has_no_steps(
    world: ExamWorld, omar_client: Client
) -> None:
    assert len(rows(omar_client, world.version, "Questions")) == 5
    assert rows(omar_client, world.version, "Steps") == []


def test_only_organizers_see_it(world: ExamWorld, bea_client: Client) -> None:
    track, bank = world.track.uuid, world.bank.uuid
    address = f"/tracks/{track}/exams/{bank}/versions/{world.version.uuid}/"
    assert bea_client.get(address).status_code == 404
