"""The released banks come in and go out equal, line by line (EVALUATORS A6, 3)."""

from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from exams.models import Question, QuestionListing
from tests.make import make_topic, make_track
from tests.real_data import real

BANKS = {
    "dl20-questions": (54, 540, 10),
    "dl20-nuggets": (54, 540, 10),
    "dl19-nuggets": (43, 461, 43),  # of 464 and 44 items: three repeat an id
}


def lines_of(path: Path) -> list[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as source:
        return [json.loads(line) for line in source]


@pytest.mark.parametrize("name", BANKS)
def test_a_bank_comes_in_and_goes_out_equal(
    omar: User, name: str, tmp_path: Path
) -> None:
    topics, questions, largest = BANKS[name]
    file = real(f"evaluators/exam/{name}.jsonl.gz")
    rows = lines_of(file)
    track = make_track(profile="rag24", organizer=omar)
    for row in rows:
        make_topic(track, row["query_id"])
    call_command(
        "import_exam_bank", track.slug, str(file), bank=name, stdout=StringIO()
    )
    assert len(rows) == topics
    assert Question.objects.count() == questions
    sizes = [
        QuestionListing.objects.filter(version__topic=topic).count()
        for topic in track.topics.all()
    ]
    assert max(sizes) == largest
    out = tmp_path / "bank.jsonl.gz"
    call_command(
        "export", track.slug, "exam-bank", bank=name, out=out, stdout=StringIO()
    )
    assert lines_of(out) == rows
