"""Figure 7's comparison on the published scores of 2024: six measures, 45 runs."""

from __future__ import annotations

import csv
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.models import ImportedBoard
from runs.models import Import
from tests.acceptance.test_agreement_on_real_data import PUBLISHED
from tests.make import make_run, make_track
from tests.page import markup
from tests.real_data import real
from tests.runs.import_form import bring_in

pytestmark = pytest.mark.stack("production")


@pytest.mark.parametrize(("measure", "tau"), PUBLISHED.items())
def test_people_and_machines_rank_as_published(
    omar: User, omar_client: Client, measure: str, tau: float
) -> None:
    with real("rag24-scores.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    track = make_track(organizer=omar)
    for row in rows:
        make_run(track, row["run"], task=row["task"].lower())
    for side in ("manual", "auto"):
        content = "".join(f"{row['run']}\t{row[f'{side}_{measure}']}\n" for row in rows)
        landed = bring_in(track, "board", content, name=side)
        assert landed.state == Import.LANDED, landed.findings
    keys = {board.name: f"boards:{board.uuid}" for board in ImportedBoard.objects.all()}
    query = urlencode({"left": keys["manual"], "right_1": keys["auto"]})
    page = f"/tracks/{track.uuid}/agreement/comparison/"
    answer = omar_client.get(f"{page}comparison.csv?{query}").getvalue().decode()
    found, *_levels = csv.DictReader(StringIO(answer))
    assert (found["n_runs"], round(float(found["tau_b"]), 4)) == ("45", tau)
    shown = markup(omar_client.get(f"{page}?{query}"))
    assert "Runs of all tasks with a score under both: 45." in shown
    assert "Imported board · 45 runs, without topics" in shown
