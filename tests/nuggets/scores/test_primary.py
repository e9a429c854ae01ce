"""The primary measure of each family, which orders leaderboards and rankings."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.analysis.scores.families import families_of
from assess.judging.models import Judge
from nuggets.models import Bank
from runs.kernel import primary
from runs.models import Run, Track
from tests.make import (
    make_bank,
    make_judge,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
)
from tests.nuggets.scores.campaign import label_all
from tests.real_data import real

# Matching ranks by one measure in every track, which no profile names.
MATCHING = ("ntn_recall", "ntn_precision", "ntr_recall")
NAMES = {
    "nuggets": primary.NUGGETS,
    "support": primary.SUPPORT,
    "matching": MATCHING,
}
LABELS = {"human": "SSNN", "machine": "SNNN"}


@pytest.fixture
def ikat(omar: User) -> Track:
    """Three runs on nuggets that are neither vital nor okay."""
    track = make_track(profile="ikat24", organizer=omar)
    bank = make_bank(track)
    judges = [make_judge(track, name, kind=Judge.MODEL) for name in LABELS]
    for number in range(6):
        topic = make_topic(track, str(number))
        version = make_version(bank, topic, "abcd", importance=[""] * 4)
        for place, name in enumerate(("a-worst", "b-best", "c-middle")):
            run = Run.objects.filter(track=track, name=name).first()
            response = make_response(run or make_run(track, name), topic)
            good = "S" * [0, 3, 1][place]
            for judge in judges:
                label_all(version, response, judge, good.ljust(4, "N"))
    return track


def names_of(client: Client, address: str) -> list[str]:
    return [row.name for row in client.get(address).context["page"].rows]


@pytest.mark.parametrize("profile", ["rag24", "rag25", "rag26", "ikat24"])
def test_a_profile_may_name_each_measure_that_ranks_runs_and_no_other(
    db: None, profile: str
) -> None:
    track = make_track(profile=profile)
    names = NAMES | {"retrieval": primary.RETRIEVAL[track.profile.topics]}
    for family in families_of(track):
        ranked = [each.name for each in family.measures(track) if not each.aside]
        assert ranked == list(names[family.name])
        assert family.primary(track) in ranked


def test_one_measure_says_that_it_is_primary(ikat: Track) -> None:
    for family in families_of(ikat):
        says = [each.name for each in family.measures(ikat) if "primary" in each.says]
        assert says == [family.primary(ikat)]


def test_a_leaderboard_without_vital_nuggets_has_an_order(
    ikat: Track, omar_client: Client
) -> None:
    address = f"/tracks/{ikat.uuid}/scores/"
    r = omar_client.get(address)
    page = r.context["page"]
    assert page.measure.name == "A_strict"
    assert [row.name for row in page.rows] == ["b-best", "c-middle", "a-worst"]
    assert [row.rank for row in page.rows] == [1, 2, 3]
    assert [row.values[4].value for row in page.rows] == [0.75, 0.25, 0.0]


def test_rankings_settling_and_the_report_go_by_it(
    ikat: Track, omar_client: Client
) -> None:
    base = f"/tracks/{ikat.uuid}/"
    for page in ("agreement/rankings/", "agreement/settling/"):
        assert omar_client.get(base + page).context["found"].measure.name == "A_strict"
    found = omar_client.get(f"{base}agreement/rankings/").context["found"]
    assert found.tau.value == 1.0
    so_far = omar_client.get(f"{base}agreement/so-far/").content.decode()
    assert "By A strict" in so_far
    (board,) = omar_client.get(f"{base}report/").context["boards"]
    assert board.page.measure.name == "A_strict"


def test_the_command_ranks_by_it(ikat: Track) -> None:
    out = StringIO()
    bank = Bank.objects.get(track=ikat).name
    asked = ["--bank", bank, "--judge", "machine"]
    call_command("score", ikat.slug, *asked, stdout=out, stderr=StringIO())
    rows = out.getvalue().splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == ["b-best", "c-middle", "a-worst"]


def test_another_primary_measure_comes_first(omar: User) -> None:
    track = make_track()
    track.profile_text = track.profile_text.replace("ndcg_cut_30", "recall_100")
    (retrieval,) = (each for each in families_of(track) if each.name == "retrieval")
    names = [each.name for each in retrieval.measures(track)]
    assert names == ["recall_100", "ndcg_cut_30", "ndcg_cut_100", "unjudged_100"]


@pytest.mark.stack("production")
def test_the_runs_of_ikat_2024_have_an_order(omar: User, omar_client: Client) -> None:
    track = make_track(profile="ikat24", organizer=omar)
    for command, file, more in (
        ("import_topics", "topics.json", []),
        ("import_responses", "automatic_responses.json", []),
        ("import_nuggets", "gold_nuggets_human.json", ["--bank", "gold"]),
    ):
        path = str(real(f"ikat-2024/{file}"))
        call_command(command, track.slug, path, *more, stdout=StringIO())
    for command, *more in (
        ("create_judge", "overlap", "--baseline", "overlap"),
        ("judge", "--kind", "assignment", "--judge", "overlap", "--bank", "gold"),
    ):
        call_command(command, track.slug, *more, stdout=StringIO(), stderr=StringIO())
    page = omar_client.get(f"/tracks/{track.uuid}/scores/").context["page"]
    assert (page.measure.name, len(page.rows)) == ("A_strict", 19)
    means = [row.values[4].value for row in page.rows]
    assert None not in means
    assert means == sorted(means, reverse=True)
    assert {row.values[0].value for row in page.rows} == {None}
