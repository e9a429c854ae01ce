from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from assess.judging.kinds import get_kind
from nuggets.scores.basis import Basis
from nuggets.scores.scoring import score_nuggets
from runs.models import Import, Run, RunEdit, Track
from runs.put_away.actions import put_away
from runs.put_away.registry import thing_kind
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import texts
from tests.runs.import_form import answer, bring_in, found, ranking


@pytest.fixture
def track(omar: User, ada: User, bea: User) -> Track:
    return make_track(organizer=omar, assessors=[ada], viewer=bea)


@pytest.fixture
def run(track: Track) -> Run:
    return make_run(track)


def url(run: Run, page: str = "run_change") -> str:
    return reverse(f"runs:{page}", args=(run.track.uuid, run.uuid))


AS_IT_IS = {"group": "group-a", "task": "rag", "type": "automatic", "seen": "0"}


def test_a_change_shows_on_the_run_with_its_trail(
    omar_client: Client, omar: User, run: Run
) -> None:
    sent = AS_IT_IS | {"group": "tidal", "control": "on", "priority": "2"}
    assert omar_client.post(url(run), sent).status_code == 302
    run.refresh_from_db()
    assert (run.group, run.control, run.priority) == ("tidal", True, 2)
    edit = RunEdit.objects.get()
    assert (edit.by, edit.before, edit.after) == (
        omar,
        {"group": "group-a", "priority": None, "control": False},
        {"group": "tidal", "priority": 2, "control": True},
    )
    page = omar_client.get(url(run, "run")).content.decode()
    assert "control run" in texts(page, "dt")
    assert "<bdi>group-a</bdi> → <bdi>tidal</bdi>" in page


def test_what_changes_nothing_leaves_no_trail(omar_client: Client, run: Run) -> None:
    assert omar_client.post(url(run), AS_IT_IS).status_code == 302
    assert not RunEdit.objects.exists()


def test_a_page_that_somebody_overtook_changes_nothing(
    omar_client: Client, run: Run
) -> None:
    omar_client.post(url(run), AS_IT_IS | {"group": "first"})
    late = omar_client.post(url(run), AS_IT_IS | {"group": "second"})
    assert late.status_code == 422
    assert "Somebody changed this run" in late.content.decode()
    run.refresh_from_db()
    assert (run.group, RunEdit.objects.count()) == ("first", 1)


@pytest.mark.parametrize(
    "sent",
    [
        {"task": "r"},  # a run with responses is no ranking
        {"type": "odd"},
        {"priority": "0"},
        {"priority": "1000"},
        {"group": "g" * 151},
        {"group": "a\0b"},
        {"seen": ""},
    ],
)
def test_it_rejects_what_a_run_cannot_be(
    omar_client: Client, run: Run, sent: dict[str, str]
) -> None:
    assert omar_client.post(url(run), AS_IT_IS | sent).status_code == 422
    assert not RunEdit.objects.exists()


def test_it_is_not_there_for_others(
    ada_client: Client, bea_client: Client, run: Run, omar_client: Client
) -> None:
    elsewhere = make_run(make_track())
    for client, one in (
        (ada_client, run),
        (bea_client, run),
        (omar_client, elsewhere),
    ):
        assert client.get(url(one)).status_code == 404
        assert client.post(url(one), AS_IT_IS).status_code == 404
    assert Client().get(url(run)).status_code == 302


def test_a_leaderboard_follows_at_once(
    omar_client: Client, track: Track, run: Run
) -> None:
    topic = make_topic(track)
    other = make_run(track, "run-b")
    bank, judge = make_bank(track), make_judge(track)
    version = make_version(bank, topic, importance=["vital", "vital"])
    kind = get_kind("assignment")
    for each, value in ((run, "support"), (other, "not_support")):
        response = make_response(each, topic)
        for nugget in nuggets_of(version):
            make_label(kind, judge, nugget, response, value=value)

    def board() -> list[tuple[str, str, bool]]:
        runs = score_nuggets(Basis(bank, judge)).runs
        return [(each.name, each.group, each.control) for each in runs]

    assert board() == [("run-a", "group-a", False), ("run-b", "group-a", False)]
    address = reverse("assess:scores", args=(track.uuid,))
    asked = {"bank": str(bank.uuid), "judge": str(judge.uuid)}
    before = omar_client.get(address, asked).content.decode()
    omar_client.post(url(run), AS_IT_IS | {"group": "tidal", "control": "on"})
    assert board() == [("run-a", "tidal", True), ("run-b", "group-a", False)]
    after = omar_client.get(address, asked).content.decode()
    assert "tidal" not in before
    assert "tidal" in after


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_the_command_changes_what_it_names(track: Track, run: Run) -> None:
    words = ("change_run", track.slug, run.name)
    assert "changed" in said(*words, "--control", "--priority", "3")
    run.refresh_from_db()
    assert (run.control, run.priority, run.group) == (True, 3, "group-a")
    assert "nothing to change" in said(*words, "--control")
    said(*words, "--no-control", "--priority", "", "--group", "")
    run.refresh_from_db()
    assert (run.control, run.priority, run.group) == (False, None, "")
    assert [edit.by for edit in RunEdit.objects.all()] == [None, None]


@pytest.mark.parametrize(
    "words", [[], ["--priority", "soon"], ["--task", "r"], ["--priority", "0"]]
)
def test_the_command_refuses_what_a_run_cannot_be(
    track: Track, run: Run, words: list[str]
) -> None:
    with pytest.raises(CommandError):
        said("change_run", track.slug, run.name, *words)


def test_an_import_makes_control_runs(track: Track) -> None:
    make_topic(track)
    bring_in(track, "run", ranking(("14", 1, 2.0)), task="r", control=True)
    bring_in(track, "run", answer("14", "Salt."), task="rag")
    runs = Run.objects.visible().filter(track=track)
    assert dict(runs.values_list("name", "control")) == {
        "bm25": True,
        "tides-a": False,
    }


def test_a_replacement_that_makes_it_a_control_run_is_in_the_trail(
    track: Track,
) -> None:
    make_topic(track)
    bring_in(track, "run", answer("14", "Salt."), task="rag", group="g")
    content = answer("14", "Ice.")
    bring_in(track, "run", content, task="rag", control=True, replace=True)
    run = Run.objects.visible().get(name="tides-a")
    assert (run.control, run.group) == (True, "g")
    assert RunEdit.objects.get(run=run).after == {"control": True}


def test_responses_of_many_runs_may_be_the_organizers_own(db: None) -> None:
    track = make_track(profile="ikat24")
    make_topic(track, "1_1")
    content = '{"1_1": {"run-a": "Salt.", "run-b": "Ice."}}'
    bring_in(track, "responses", '{"1_1": {"run-a": "Salt."}}')
    row = bring_in(track, "responses", content, control=True)
    assert found(row) == {"not_control": [None]}
    runs = Run.objects.visible().filter(track=track)
    assert dict(runs.values_list("name", "control")) == {
        "run-a": False,
        "run-b": True,
    }


def test_responses_that_make_a_run_put_away_a_control_run_are_in_the_trail(
    db: None,
) -> None:
    track = make_track(profile="ikat24")
    for name in ("1_1", "1_2"):
        make_topic(track, name)
    bring_in(track, "responses", '{"1_1": {"run-a": "Salt."}}')
    old = Run.objects.get(name="run-a")
    Run.objects.filter(pk=old.pk).update(task=Run.RAG)
    put_away(thing_kind("run"), old, track=track, by=None, now=NOW)
    content = '{"1_1": {"run-a": "Salt."}, "1_2": {"run-a": "Ice."}}'
    bring_in(track, "responses", content, control=True)
    run = Run.objects.visible().get(name="run-a")
    assert (run.control, run.task) == (True, Run.GEN)
    edit = RunEdit.objects.get(run=run)
    assert edit.before == {"task": Run.RAG, "control": False}
    assert edit.after == {"task": Run.GEN, "control": True}


def test_another_organizer_finds_the_trail_of_a_replaced_run(
    omar_client: Client, track: Track
) -> None:
    make_topic(track)
    bring_in(track, "run", answer("14", "Salt."), task="rag")
    run = Run.objects.get(name="tides-a")
    omar_client.post(url(run), AS_IT_IS | {"group": "tidal"})
    bring_in(track, "run", answer("14", "Ice."), task="rag", replace=True)
    new = Run.objects.visible().get(name="tides-a")
    assert (new.group, new.pk == run.pk) == ("tidal", False)
    assert "<bdi>tidal</bdi>" in omar_client.get(url(new, "run")).content.decode()


def test_the_check_report_shows_what_the_file_says_of_the_run(
    omar_client: Client, track: Track, tmp_path: Path
) -> None:
    make_topic(track)
    path = tmp_path / "run.jsonl"
    path.write_text(answer("14", "Salt.", team="tidal", type="manual"))
    shown = "Retrieval-augmented generation, group tidal, manual, control run"
    assert f"Run tides-a: {shown}." in said(
        "import_run", track.slug, str(path), "--task", "rag", "--control"
    )
    row = Import.objects.get()
    for page in ("import", "import_report"):
        address = reverse(f"runs:{page}", args=(track.uuid, row.uuid))
        assert shown in omar_client.get(address).content.decode()
