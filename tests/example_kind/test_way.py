"""Each kind of the example from import to export: labels, agreement, scores."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.analysis.scores.judge_forms import JudgeBasis
from assess.exchange.exports.catalogue import digests
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import Wanted, get_exporter
from assess.exchange.imports.counts import count_labels
from assess.judging.judges.actions import create_panel
from assess.judging.kinds import Kind, kinds_of
from assess.judging.labels.reader import labels_of
from assess.judging.models import Allocation, Judge
from jobs.models import JobState
from runs.models import Import, Response, Run, Track
from runs.put_away.actions import put_away
from runs.put_away.registration import RUN
from tests.assess.exchange.archive import transfer
from tests.assess.judging.adjudication.dispute_work import make_settling
from tests.example_kind.worlds import EXAMPLES, Quizple
from tests.machines import let_judge, make_baseline
from tests.make import NOW, make_judge
from tests.runs.import_form import bring_in


@pytest.fixture(params=EXAMPLES)
def example(request: pytest.FixtureRequest, ada: User, omar: User) -> Quizple:
    made: Quizple = EXAMPLES[request.param](ada, omar)
    return made


@pytest.fixture
def kind(example: Quizple) -> Kind:
    return example.desk.kind


@pytest.fixture
def imported(example: Quizple) -> Judge:
    """The judge of the labels in the example's file."""
    row = bring_in(example.track, example.importer, example.file, judge="a file")
    assert row.state == Import.LANDED, row.findings
    return Judge.objects.get(name="a file")


def values(kind: Kind, judge: Judge) -> list[str]:
    rows: Any = kind.model.objects.filter(judge=judge)
    return [row.value for row in rows.order_by(*kind.item)]


def test_labels_are_imported(example: Quizple, imported: Judge, kind: Kind) -> None:
    written = [line.split()[-1] for line in example.file.splitlines()]
    assert sorted(values(kind, imported)) == sorted(written)


def test_a_file_with_an_unknown_value_is_refused(example: Quizple) -> None:
    file = example.file.replace(example.file.split()[-1], "splendid")
    row = bring_in(example.track, example.importer, file, judge="a file")
    assert row.state == Import.REFUSED


def test_a_person_labels_every_item_on_its_page(
    example: Quizple, ada: User, ada_client: Client, kind: Kind
) -> None:
    assert ada_client.get(example.base).status_code == 302
    for number in range(len(example.spots)):
        page = ada_client.get(example.page_of(number))
        assert page.status_code == 200
        r = example.submit(ada_client, example.form(number), number)
        after = example.after(number)
        if after == example.page(0):  # nothing is left to go on to
            after = example.base
        assert r["Location"] == after
    assert "Every label is given" in ada_client.get(example.base).content.decode()
    assert ada_client.post(f"{example.base}finish/")["Location"] == "/"
    assert Allocation.objects.get().finished_at
    assert len(values(kind, example.judge_of(ada))) == len(example.spots)


def test_a_script_labels_and_takes_back(example: Quizple, ada_client: Client) -> None:
    r = example.send(ada_client, example.json(0))
    assert r.json()["version"] == 1
    assert ada_client.get(f"{example.base}recent/").status_code == 200
    assert example.send(ada_client, example.json(0, "", seen=1)).json()["version"] == 2
    assert example.send(ada_client, example.json(0, seen=1)).status_code == 409
    assert example.send(ada_client, example.json(0, "splendid")).status_code == 400


def test_an_item_is_flagged_and_its_thread_leads_back(
    example: Quizple, ada_client: Client, omar_client: Client
) -> None:
    sheet = example.desk.read_sheet(example.work)
    item, _value = sheet.labels_of(sheet.items[0])[0]
    body = {"item": item, "kind": "flag", "text": "Why?", "key": example.json()["key"]}
    json = "application/json"
    address = f"/api/work/{example.work.uuid}/threads/"
    assert ada_client.post(address, body, content_type=json).status_code in (200, 201)
    assert example.page(0) in ada_client.get("/work/threads/").content.decode()
    assert (
        "Why?"
        in omar_client.get(f"/tracks/{example.track.uuid}/threads/").content.decode()
    )


def test_a_baseline_judges_every_item(example: Quizple, kind: Kind) -> None:
    judge = make_baseline(example.track)
    job = let_judge(judge, kind.name)
    assert job.state == JobState.DONE, job.error
    assert values(kind, judge) == example.baseline


def test_judges_are_compared_and_scored_on_pages(
    example: Quizple, imported: Judge, kind: Kind, omar_client: Client
) -> None:
    let_judge(make_baseline(example.track), kind.name)
    for page in (
        "",
        "work/",
        "judges/",
        f"agreement/?kind={kind.name}",
        f"scores/{example.family.name}/",
        "report/",
        "exports/",
    ):
        r = omar_client.get(f"/tracks/{example.track.uuid}/{page}")
        assert r.status_code == 200, page
        assert kind.title in r.content.decode(), page


def test_runs_are_ranked(example: Quizple, imported: Judge) -> None:
    scored = example.family.score(JudgeBasis(imported))
    means = {
        run.name: pytest.approx(float(scored.values[0, place, 0]))
        for place, run in enumerate(scored.runs)
    }
    assert means == example.means


def test_a_panel_takes_the_majority(example: Quizple, kind: Kind) -> None:
    track, spot = example.track, example.spots[0]
    judges = [make_judge(track, name) for name in ("one", "two", "three")]
    for judge, value in zip(judges, (*example.values, example.values[0]), strict=True):
        example.give(judge, spot, value)
    panel = create_panel(track, "panel", rule="majority", members=judges, now=NOW)
    item = tuple(row.pk for row in spot.rows)
    assert labels_of(panel, kind) == {item: example.values[0]}


def test_a_disagreement_is_settled(
    example: Quizple, ada: User, ada_client: Client
) -> None:
    settling = make_settling(example, ada)
    assert ada_client.get(settling.page(0)).status_code == 200
    r = settling.submit(ada_client, settling.form(0))
    assert r["Location"] == settling.after(0)
    assert [row.value for row in settling.labels()] == [settling.values[0]]


def test_labels_are_exported(
    example: Quizple, imported: Judge, kind: Kind, tmp_path: Path
) -> None:
    wanted = Wanted(example.track, {"judge": imported}, {"form": "csv"})
    export_to(get_exporter(f"{kind.name}-labels"), wanted, tmp_path / "rows", now=NOW)
    lines = (tmp_path / "rows").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines))
    assert sorted(row["value"] for row in rows) == sorted(values(kind, imported))


def test_an_archive_holds_it_all(
    example: Quizple, imported: Judge, tmp_path: Path
) -> None:
    before, rows = digests(example.track), transfer.track_rows()
    data = transfer.archive_of(example.track)
    transfer.forget(example.track)
    job = transfer.bring_in(data, tmp_path)
    assert job.error == ""
    assert transfer.track_rows() == rows
    assert digests(Track.objects.get()) == before


def test_a_run_that_is_put_away_or_replaced_takes_its_labels_along(
    example: Quizple, imported: Judge, kind: Kind
) -> None:
    run = Run.objects.get(name="run-b")
    (response,) = Response.objects.filter(run=run).values_list("pk", flat=True)
    hanging = sum("run-b" in line for line in example.file.splitlines())
    assert count_labels("response", [response])[kind.name] == hanging > 0
    put_away(RUN, run, track=example.track, by=None, now=NOW)
    left = len(example.file.splitlines()) - hanging
    assert len(labels_of(imported, kind)) == left


def test_a_track_without_it_does_not_list_it(example: Quizple, kind: Kind) -> None:
    other = Track.objects.create(
        slug="other", name="Other", profile_text=example.track.profile_text
    )
    assert kind in kinds_of(example.track)
    assert kind not in kinds_of(other)


def test_a_preference_keeps_which_response_was_on_the_left(
    ada: User, omar: User, ada_client: Client
) -> None:
    example = EXAMPLES["preferences"](ada, omar)
    sides = set()
    for number in range(len(example.spots)):
        page = ada_client.get(example.page_of(number)).context
        example.submit(ada_client, example.form(number), number)
        label: Any = example.labels().latest("pk")
        assert label.details == {"left": str(page["left"].uuid)}
        sides.add(page["left"] == page["pair"].first)
    backwards = {"first": example.form()["second"], "second": example.form()["first"]}
    r = example.send(ada_client, example.json(0) | backwards)
    assert r.status_code == 404
