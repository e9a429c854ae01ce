"""The lists of an exam as files."""

from __future__ import annotations

import csv
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from accounts.models import User
from tests.exams.world import make_exam_world
from tests.page import values


def test_the_lists_go_out_in_full(
    omar: User, omar_client: Client, tmp_path: Path
) -> None:
    world = make_exam_world(omar)
    address = f"/tracks/{world.track.uuid}/exams/{world.bank.uuid}/lists/"
    [link] = [
        each
        for each in values(omar_client.get(address), "main a", "href")
        if each and "/exports/exam-lists/" in each
    ]
    assert omar_client.get(link).status_code == 200
    out = tmp_path / "lists"
    parts = {"bank": world.bank.name, "judge": world.judge.name, "out": out}
    call_command("export", world.track.slug, "exam-lists", tau="4", **parts)
    rows = {
        name: list(csv.DictReader((out / f"{name}.csv").read_text().splitlines()))
        for name in ("questions", "passages", "answers")
    }
    first, *_others = rows["questions"]
    said = [first[name] for name in ("text", "answered", "suspect")]
    assert said == ["Question 1?", "2", "1"]
    assert rows["passages"] == []
    own = [row for row in rows["answers"] if row["question"] == first["question"]]
    assert [row["grade"] for row in own] == ["5", "4", "0"]
