"""The organizers' pages of nugget matching."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.judges.actions import create_panel
from assess.judging.kernel.panels import MAJORITY_OF_THREE
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import NewLabel
from matching.entail.kind import ENTAIL
from matching.match.kind import MATCH
from matching.models import Batch, Entailment
from nuggets.models import Bank
from runs.models import Membership, Response, Run, Track
from tests.make import NOW, make_judge, make_label, nuggets_of
from tests.matching.conftest import Run as RunCommand
from tests.matching.example import decisions, make_worked, written
from tests.page import texts


@pytest.fixture
def track(omar: User, run: RunCommand, tmp_path: Path) -> Track:
    track, _bank = make_worked()
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    run("create_judge", track, "words", baseline="word_cover")
    file = written(tmp_path / "nli.jsonl", decisions())
    run("import_decisions", track, file, bank="gold", judge="nli")
    return track


def body(client: Client, address: str) -> str:
    r = client.get(address)
    assert r.status_code == 200
    return r.content.decode()


def test_runs_are_shown_with_both_conventions(
    track: Track, omar_client: Client
) -> None:
    page = body(omar_client, f"/tracks/{track.uuid}/matching/")
    for number in ("0.6667", "0.2500", "0.3333", "0.1667"):
        assert number in page
    assert "run-a" in page


def test_a_run_is_shown_turn_by_turn(track: Track, omar_client: Client) -> None:
    run = Run.objects.get()
    page = body(omar_client, f"/tracks/{track.uuid}/matching/runs/{run.uuid}/")
    assert "14_1" in page
    assert "0.5000" in page
    assert "14_3" not in page


def test_nuggets_are_shown_in_place(track: Track, omar_client: Client) -> None:
    response = Response.objects.get(topic__name="14_1")
    base = f"/tracks/{track.uuid}/matching/responses"
    page = body(omar_client, f"{base}/{response.uuid}/")
    assert page.count("<mark>ice</mark>") == 2 + 3
    cells = texts(page, "tbody td:nth-child(2)")
    assert cells == ["covered", "covered", "not covered", "not covered"]
    assert texts(page, "tbody td:nth-child(4)") == ["1", "1", "nobody", "nobody"]
    bank = Bank.objects.get()
    named = body(omar_client, f"{base}/{response.uuid}/?bank={bank.uuid}")
    assert named.partition("<main")[2] == page.partition("<main")[2]
    assert omar_client.get(f"{base}/{response.uuid}/?bank=1").status_code == 404


def test_a_panel_of_pairs_decides_by_all_of_its_members(
    track: Track, omar_client: Client
) -> None:
    """Two of three say no: a single yes covers nothing, in the table and in place."""
    response = Response.objects.get(topic__name="14_1")
    items = list(labels_of(track.judges.get(name="nli"), ENTAIL))
    others = [make_judge(track, name) for name in ("b", "c")]
    for judge in others:
        rows = [NewLabel(item, "no") for item in items]
        record_labels(ENTAIL, judge, rows, now=NOW)
    three = [track.judges.get(name="nli"), *others]
    panel = create_panel(track, "three", rule=MAJORITY_OF_THREE, members=three, now=NOW)
    base = f"/tracks/{track.uuid}/matching/responses/{response.uuid}/"
    page = body(omar_client, f"{base}?pairs={panel.uuid}")
    assert set(texts(page, "tbody td:nth-child(2)")) == {"not covered"}
    assert set(texts(page, "tbody td:nth-child(4)")) == {"nobody"}


def test_before_anything_is_matched_it_says_what_to_do(
    omar: User, omar_client: Client
) -> None:
    track, _bank = make_worked()
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    assert "Nothing matched yet" in body(omar_client, f"/tracks/{track.uuid}/matching/")


def test_batches_are_made_on_their_page(track: Track, omar_client: Client) -> None:
    base = f"/tracks/{track.uuid}/matching/batches/"
    assert "No batch yet" in body(omar_client, base)
    bank = Bank.objects.get()
    said = {"bank": str(bank.uuid), "people": 3}
    tests = make_judge(track, "tests", kind="import")
    nugget = nuggets_of(bank.versions.get(topic__name="14_1"))[0]
    response = Response.objects.get(topic__name="14_1")
    make_label(MATCH, tests, nugget, response, value="no")
    r = omar_client.post(base, said | {"tests": str(tests.uuid)})
    assert r.status_code == 422
    assert "14_2 (0 of 1)" in r.content.decode()
    assert omar_client.post(base, said).status_code == 302
    assert Batch.objects.count() == 2
    page = body(omar_client, base)
    assert "Batch 1" in page
    assert "Batch 2" in page


def test_duplicates_are_reviewed_and_dropped(
    track: Track, run: RunCommand, tmp_path: Path, omar_client: Client
) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text(
        "".join(
            json.dumps({"turn": "14_1", "premise": a, "gold": b, "match": True}) + "\n"
            for a, b in ((1, 2), (3, 4))
        )
    )
    run("import_decisions", track, file, bank="gold", judge="finder")
    base = f"/tracks/{track.uuid}/matching/duplicates/"
    assert "finder" in body(omar_client, base)
    bank, finder = Bank.objects.get(), track.judges.get(name="finder")
    review = f"{base}{bank.uuid}/{finder.uuid}/"
    first, second, third, fourth = nuggets_of(bank.versions.get(topic__name="14_1"))
    assert "0 of 2 decided" in body(omar_client, review)
    for left, right, answer in ((first, second, "same"), (third, fourth, "right")):
        said = {"left": str(left.uuid), "right": str(right.uuid), "answer": answer}
        assert omar_client.post(review, said).status_code == 302
    wrong = {"left": str(first.uuid), "right": str(third.uuid), "answer": "same"}
    assert omar_client.post(review, wrong).status_code == 404
    assert "Every pair is decided" in body(omar_client, review)
    reviewed = track.judges.get(name="finder on gold, reviewed")
    yes = Entailment.objects.filter(judge=reviewed, value="yes")
    assert yes.count() == 3
    said = {"bank": str(bank.uuid), "judge": str(reviewed.uuid)}
    made = said | {"name": "gold-d", "rule": "in-order"}
    assert omar_client.post(base, made).status_code == 302
    version = Bank.objects.get(name="gold-d").versions.get(topic__name="14_1")
    assert [each.pk for each in nuggets_of(version)] == [second.pk, fourth.pk]
    assert "current" in body(omar_client, base)
    assert omar_client.post(base, made).status_code == 422


def test_no_assessor_finds_them(track: Track, ada: User, ada_client: Client) -> None:
    Membership.objects.create(track=track, user=ada, role=Membership.ASSESSOR)
    run, response = Run.objects.get(), Response.objects.earliest("pk")
    base = f"/tracks/{track.uuid}/matching/"
    for below in (
        "",
        "batches/",
        "duplicates/",
        f"runs/{run.uuid}/",
        f"responses/{response.uuid}/",
    ):
        assert ada_client.get(base + below).status_code == 404
