"""The pages of exports: show, download, refuse, deny access."""

import zipfile
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote
from uuid import UUID

import pytest
from django.test import Client
from django.utils.http import urlencode

from accounts.models import User
from assess.exchange.exports.registry import all_exporters, exporters_of
from assess.judging.models import Judge
from runs.models import Membership
from tests.assess.exchange.exports.campaign import HOSTILE, Judged, write
from tests.make import make_bank, make_response, make_topic, make_track, make_version
from tests.page import select, texts


@pytest.fixture
def vera(made: Judged) -> User:
    """Vera is a viewer."""
    vera = User.objects.create_user("vera", password="vera")
    Membership.objects.create(track=made.track, user=vera, role=Membership.VIEWER)
    return vera


def page(made: Judged, what: str = "", **asked: UUID | str) -> str:
    said = urlencode({name: str(value) for name, value in asked.items()})
    return f"/tracks/{made.track.uuid}/exports/{what}?{said}"


def test_the_page_offers_every_export(made: Judged, omar_client: Client) -> None:
    text = omar_client.get(page(made)).content.decode()
    for exporter in exporters_of(made.track):
        assert f"/exports/{exporter.name}/" in text


def test_each_export_has_its_page(made: Judged, omar_client: Client) -> None:
    for exporter in exporters_of(made.track):
        assert omar_client.get(page(made, f"{exporter.name}/")).status_code == 200


def test_a_form_begins_with_what_the_scores_begin_with(
    made: Judged, omar_client: Client
) -> None:
    make_bank(made.track, "a bank before it")
    for what in ("nuggets-scores", "assignments", "graded-responses"):
        form = omar_client.get(page(made, f"{what}/")).context["form"]
        assert form.get_initial_for_field(form.fields["bank"], "bank") == made.bank
        assert form.get_initial_for_field(form.fields["judge"], "judge") == made.machine
        text = str(form)
        assert select(text, f'option[value="{made.bank.uuid}"][selected]')
        assert select(text, f'option[value="{made.machine.uuid}"][selected]')


def test_a_look_says_what_is_left_out_before_it_is_taken(
    made: Judged, omar_client: Client
) -> None:
    text = omar_client.get(
        page(made, "qrels/", judge=made.machine.uuid)
    ).content.decode()
    assert "<strong>1</strong> pooled segments without a grade" in text
    assert f"/exports/qrels/file/?judge={made.machine.uuid}" in text
    assert "Keep a snapshot" in text


def test_a_download_is_the_file_that_the_command_writes(
    made: Judged, omar_client: Client, tmp_path: Path
) -> None:
    write(made, "nuggets", tmp_path / "bank.jsonl")
    r = omar_client.get(page(made, "nuggets/file/", bank=made.bank.uuid))
    assert r.getvalue() == (tmp_path / "bank.jsonl").read_bytes()
    assert r["Content-Disposition"].endswith(f'-nuggets-{made.bank.name}.jsonl"')


def test_a_download_is_named_for_its_bank_and_its_judge(
    made: Judged, omar_client: Client
) -> None:
    Judge.objects.filter(pk=made.machine.pk).update(name='../Ω\u202e b"c')
    asked = {"bank": made.bank.uuid, "judge": made.machine.uuid}
    r = omar_client.get(page(made, "assignments/file/", **asked))
    named = f"{made.track.slug}-assignments-{made.bank.name}-Ω-b-c-baseline.zip"
    assert r.getvalue()
    assert unquote(r["Content-Disposition"]).endswith(named)


def test_a_folder_comes_as_a_zip_with_its_manifest(
    made: Judged, omar_client: Client
) -> None:
    asked = {"bank": made.bank.uuid, "judge": made.machine.uuid}
    for url in (
        page(made, "assignments/file/", **asked),
        page(made, "nuggets-scores/file/", form="trec_eval", **asked),
    ):
        bundle = zipfile.ZipFile(BytesIO(omar_client.get(url).getvalue()))
        assert bundle.namelist()[0] == "manifest.json"
        assert len(bundle.namelist()) == 3
        assert HOSTILE not in " ".join(bundle.namelist())


def test_a_refusal_names_the_places(made: Judged, omar_client: Client) -> None:
    topic = make_topic(made.track, "11")
    make_version(made.bank, topic)
    make_response(made.runs[0], topic)
    asked = {"bank": made.bank.uuid, "judge": made.machine.uuid}
    for what in ("assignments/", "assignments/file/"):
        r = omar_client.get(page(made, what, **asked))
        assert r.status_code == 422
        assert "topic 11: 2 nuggets without a label" in r.content.decode()
    taken = omar_client.get(
        page(made, "assignments/file/", unlabelled="not_support", **asked)
    )
    assert zipfile.is_zipfile(BytesIO(taken.getvalue()))


def test_a_form_that_names_nothing_is_sent_back(
    made: Judged, omar_client: Client
) -> None:
    assert omar_client.get(page(made, "nuggets/file/")).status_code == 422
    assert omar_client.get(page(made, "nothing/")).status_code == 404
    url = page(made, "nuggets/", bank=made.bank.uuid, topics="77")
    assert "There is no topic 77." in omar_client.get(url).content.decode()


def test_where_there_is_nothing_to_choose_the_page_says_what_to_do_first(
    omar: User, omar_client: Client
) -> None:
    track = make_track(organizer=omar)
    for what, says in (
        ("support-scores", "Support: no judge has labels yet"),
        ("nuggets", "No bank yet"),
        ("condition-scores", "No condition yet"),
    ):
        r = omar_client.get(f"/tracks/{track.uuid}/exports/{what}/")
        assert says in texts(r, "h2")
        assert "<select" not in r.content.decode()


def test_a_row_of_another_track_is_no_choice(made: Judged, omar_client: Client) -> None:
    foreign = make_bank(make_track(), "foreign")
    for what in ("nuggets/", "nuggets/file/"):
        assert omar_client.get(page(made, what, bank=foreign.uuid)).status_code == 422


def test_assessors_and_strangers_find_no_export(
    made: Judged, ada_client: Client, client: Client
) -> None:
    for what in ("", "nuggets/", "nuggets/file/", "nuggets-scores/"):
        assert client.get(page(made, what)).status_code == 302
        assert ada_client.get(page(made, what)).status_code == 404
    assert ada_client.post(page(made, "nuggets/keep/")).status_code == 404


def test_viewers_take_scores_and_nothing_else(
    made: Judged, vera: User, client: Client
) -> None:
    client.force_login(vera)
    for exporter in all_exporters():
        found = client.get(page(made, f"{exporter.name}/")).status_code
        assert found == (200 if exporter.shows_scores else 404)
    assert (
        "Keep a snapshot"
        not in client.get(
            page(made, "support-scores/", judge=made.machine.uuid)
        ).content.decode()
    )
    kept = page(made, "nuggets-scores/keep/")
    assert client.post(kept).status_code == 404
    snapshots = f"/tracks/{made.track.uuid}/snapshots/"
    assert client.get(snapshots).status_code == 404


def test_the_wrong_method_is_refused(made: Judged, omar_client: Client) -> None:
    assert omar_client.post(page(made, "qrels/")).status_code == 405
    assert omar_client.post(page(made, "qrels/file/")).status_code == 405
    assert omar_client.get(page(made, "qrels/keep/")).status_code == 405
