"""A run that is put away keeps its labels, and is restored with them."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import AssignmentLabel
from runs.models import Import, PutAway, Response, Run, Track
from runs.put_away.actions import NotNow, put_away, restore
from runs.put_away.registration import RUN
from tests.make import (
    NOW,
    make_bank,
    make_judge,
    make_label,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)
from tests.page import facts, texts
from tests.runs.import_form import answer, bring_in, ranking, sentence

pytestmark = pytest.mark.both_stacks

FILE = answer("14", "Salt lowers it.") + "\n" + answer("31", "Ships pay.")
OTHER = FILE.replace("Ships pay.", "Ports pay.")


@pytest.fixture
def track(omar: User, ada: User) -> Track:
    track = make_track(organizer=omar, assessors=[ada])
    make_topic(track, "14")
    make_topic(track, "31", "Who pays?")
    return track


def label_all(track: Track) -> None:
    bank, judge = make_bank(track), make_judge(track)
    for response in Response.objects.visible().filter(run__track=track):
        nugget = nuggets_of(make_version(bank, response.topic, ["a nugget"]))[0]
        make_label(ASSIGNMENT, judge, nugget, response, value="support")


def away(track: Track, by: User | None = None) -> Run:
    run = Run.objects.visible().get(track=track)
    put_away(RUN, run, track=track, by=by, now=NOW)
    return run


def labels_at_hand() -> int:
    seen = Response.objects.visible()
    return AssignmentLabel.objects.filter(response__in=seen).count()


def url(track: Track, run: Run, then: str = "") -> str:
    return f"/tracks/{track.uuid}/put-away/run/{run.uuid}/{then}"


def test_the_same_file_again_restores_a_run_with_its_labels(
    track: Track, omar: User
) -> None:
    bring_in(track, "run", FILE, task="rag")
    label_all(track)
    run = away(track, by=omar)
    assert labels_at_hand() == 0
    row = bring_in(track, "run", FILE, task="rag")
    assert (row.state, row.counts) == (Import.LANDED, {"topics": 2, "restored": 1})
    assert Run.objects.visible().get() == run
    assert labels_at_hand() == 2
    assert PutAway.objects.get().restored_at


def test_the_same_ranking_again_restores_its_run(track: Track) -> None:
    bring_in(track, "run", ranking(("14", 5, 2.5)), task="r")
    run = away(track)
    bring_in(track, "run", ranking(("14", 5, 2.5)), task="r")
    assert Run.objects.visible().get() == run


def test_an_edited_file_is_refused_until_it_is_to_replace_the_run(
    track: Track,
) -> None:
    bring_in(track, "run", FILE, task="rag")
    label_all(track)
    away(track)
    said = sentence(bring_in(track, "run", OTHER, task="rag"))
    assert "Run tides-a was put away with other content" in said
    assert "1 assignment labels" in said
    assert not Run.objects.visible().exists()


def test_replacing_a_run_put_away_keeps_the_labels_of_equal_responses(
    track: Track,
) -> None:
    bring_in(track, "run", FILE, task="rag")
    label_all(track)
    kept = Response.objects.get(topic__name="14").uuid
    old = away(track)
    bring_in(track, "run", OTHER, task="rag", replace=True)
    assert Response.objects.visible().get(topic__name="14").uuid == kept
    assert labels_at_hand() == 1
    assert not RUN.put_away(track).exists(), "the old run has nothing to restore"
    old.refresh_from_db()
    assert old.replaced


def test_taking_an_edit_back_brings_the_labels_back(track: Track) -> None:
    bring_in(track, "run", FILE, task="rag")
    label_all(track)
    bring_in(track, "run", OTHER, task="rag", replace=True)
    bring_in(track, "run", FILE, task="rag", replace=True)
    assert labels_at_hand() == 2


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        ('{"4_1": {"a": "So."}}', 1),
        ('{"4_1": {"a": "Else."}}', 0),
        ('{"4_1": {"a": "So."}, "4_2": {"a": "More."}}', 1),
    ],
)
def test_responses_of_many_runs_come_back_with_their_labels(
    db: None, said: str, labels: int
) -> None:
    track = make_track(profile="ikat24")
    for name in ("4_1", "4_2"):
        make_topic(track, name)
    bring_in(track, "responses", '{"4_1": {"a": "So.", "b": "It is."}}')
    label_all(track)
    run = Run.objects.get(name="a")
    put_away(RUN, run, track=track, by=None, now=NOW)
    bring_in(track, "responses", said)
    seen = Response.objects.visible().filter(run__name="a")
    assert AssignmentLabel.objects.filter(response__in=seen).count() == labels


def test_a_run_whose_tag_was_taken_is_not_restored(track: Track) -> None:
    run = make_run(track, "tides-a")
    away(track)
    make_run(track, "tides-a")
    with pytest.raises(NotNow, match="There is another run called tides-a by now"):
        restore(RUN, run, track=track, by=None, now=NOW)
    assert PutAway.objects.get().restored_at is None


def test_putting_away_twice_or_restoring_twice_is_refused(track: Track) -> None:
    run = make_run(track)
    away(track)
    with pytest.raises(NotNow, match="put away already"):
        put_away(RUN, run, track=track, by=None, now=NOW)
    restore(RUN, run, track=track, by=None, now=NOW)
    with pytest.raises(NotNow, match="available already"):
        restore(RUN, run, track=track, by=None, now=NOW)
    assert PutAway.objects.count() == 1


def test_the_confirmation_counts_what_hangs_on_a_run(
    omar_client: Client, track: Track
) -> None:
    bring_in(track, "run", FILE, task="rag")
    label_all(track)
    run = Run.objects.get()
    page = omar_client.get(url(track, run)).content.decode()
    assert facts(page)["responses"] == "2"
    assert facts(page)["assignment labels"] == "2"
    assert omar_client.post(url(track, run)).status_code == 302
    assert not Run.objects.visible().exists()
    assert AssignmentLabel.objects.count() == 2
    assert omar_client.post(url(track, run)).status_code == 404


def test_the_page_lists_what_is_away_and_restores_it(
    omar_client: Client, track: Track, omar: User
) -> None:
    run = make_run(track, "<b>tides</b>")
    away(track, by=omar)
    listed = reverse("runs:things_away", args=(track.uuid,))
    page = omar_client.get(listed).content.decode()
    assert "&lt;b&gt;tides" in page
    assert "omar" in texts(page, "td")
    r = omar_client.post(url(track, run, "restore/"), follow=True)
    assert "is restored." in r.content.decode()
    assert Run.objects.visible().get() == run
    assert "Nothing is put away" in r.content.decode()


def test_the_page_says_why_a_run_is_not_restored(
    omar_client: Client, track: Track
) -> None:
    run = make_run(track)
    away(track)
    make_run(track)
    r = omar_client.post(url(track, run, "restore/"), follow=True)
    assert "There is another run called run-a by now" in r.content.decode()


def test_it_is_for_the_track_s_organizers(
    ada_client: Client, client: Client, track: Track, bea: User, bea_client: Client
) -> None:
    run, gone = make_run(track), make_run(track, "gone")
    put_away(RUN, gone, track=track, by=None, now=NOW)
    other = make_track(organizer=bea)
    pages: Sequence[str] = (
        reverse("runs:things_away", args=(track.uuid,)),
        url(track, run),
    )
    writes = (url(track, run), url(track, gone, "restore/"))
    foreign = (url(other, run), url(other, gone, "restore/"))
    for each in pages:
        assert ada_client.get(each).status_code == 404
        assert client.get(each).status_code == 302
    for each in (*writes, *foreign):
        assert ada_client.post(each).status_code == 404
        assert bea_client.post(each).status_code == 404
    assert client.get(url(track, run, "restore/")).status_code == 302
    assert set(Run.objects.visible()) == {run}


def test_it_rejects_an_unknown_kind_and_the_wrong_method(
    omar_client: Client, track: Track
) -> None:
    run = make_run(track)
    assert omar_client.get(url(track, run, "restore/")).status_code == 405
    bad = url(track, run).replace("/run/", "/segment/")
    assert omar_client.get(bad).status_code == 404
