"""The pages of assessor quality: for organizers only."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from accounts.models import User
from runs.models import Topic, Track
from tests.assess.analysis.quality.grades import grade_all, known_answers, pooled_topic
from tests.make import make_allocation, make_track


@pytest.fixture
def track(ada: User, bea: User, omar: User) -> Track:
    return make_track(organizer=omar, assessors=[ada, bea])


@pytest.fixture
def graded(track: Track, ada: User, bea: User) -> Track:
    topic = pooled_topic(track, of=40)
    grade_all(topic, ada, "01" * 20, known=known_answers(topic, "00"))
    grade_all(topic, bea, "01" * 10, known=None)
    return track


def addresses(track: Track, person: User) -> list[str]:
    base = f"/tracks/{track.uuid}/quality/"
    own = f"{base}people/{person.uuid}/"
    return [
        base,
        f"{base}quality.csv",
        f"{own}drift.csv",
        f"{own}relevance-pace.csv",
        f"{own}relevance-grades.csv",
        f"/tracks/{track.uuid}/work/people/{person.uuid}/",
    ]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_it_says_where_nobody_holds_work_yet(track: Track, omar_client: Client) -> None:
    page = omar_client.get(f"/tracks/{track.uuid}/quality/")
    assert "No work yet" in page.content.decode()


def test_who_gave_no_label_yet_has_a_row_without_scores(
    graded: Track, ada: User, omar_client: Client
) -> None:
    make_allocation(Topic.objects.get(), ada, work="support")
    base = f"/tracks/{graded.uuid}/quality/"
    page = omar_client.get(base).content.decode()
    assert page.count("<td>Support</td>") == page.count("no label yet") == 1
    answer = omar_client.get(f"{base}quality.csv")
    _relevance, held, _bea = rows(b"".join(answer).decode())
    assert (held["assessor"], held["work"], held["labels"]) == ("ada", "Support", "0")
    assert {held[each] for each in ("seconds", "agreement", "kappa", "last")} == {""}


def test_it_shows_a_row_per_person_and_work(graded: Track, omar_client: Client) -> None:
    page = omar_client.get(f"/tracks/{graded.uuid}/quality/").content.decode()
    assert page.count("<td>Relevance</td>") == 2
    for words in ("1 of 2", "1.000", "1,800", "no test item answered", "50 %"):
        assert words in page, words


def test_a_person_s_page_shows_drift(
    graded: Track, ada: User, bea: User, omar_client: Client
) -> None:
    base = f"/tracks/{graded.uuid}/work/people/"
    page = omar_client.get(f"{base}{ada.uuid}/").content.decode()
    for words in ("1 to 20", "21 to 40", "chart-relevance-tests", "lenient?"):
        assert words in page, words
    page = omar_client.get(f"{base}{bea.uuid}/").content.decode()
    assert "From 40 labels on" in page


def test_the_files_hold_every_digit(
    graded: Track, ada: User, omar_client: Client
) -> None:
    base = f"/tracks/{graded.uuid}/quality/"
    answer = omar_client.get(f"{base}quality.csv")
    first, second = rows(b"".join(answer).decode())
    assert (first["assessor"], first["labels"], first["pairs"]) == ("ada", "40", "20")
    assert (first["hits"], first["answers"], first["agreement"]) == ("1", "2", "1.0")
    assert (second["answers"], second["right"]) == ("0", "")
    answer = omar_client.get(f"{base}people/{ada.uuid}/drift.csv")
    first, second = rows(b"".join(answer).decode())
    assert (first["first"], first["last"], second["first"]) == ("1", "20", "21")
    assert first["grades"].startswith("0=0.5 1=0.5 2=0.0")


def test_a_chart_is_a_file(graded: Track, ada: User, omar_client: Client) -> None:
    own = f"/tracks/{graded.uuid}/quality/people/{ada.uuid}/"
    chart = omar_client.get(f"{own}relevance-pace.csv").content.decode()
    assert chart.splitlines()[1] == "median,labels 1 to 20,2.0,2.0,2.0"
    assert omar_client.get(f"{own}relevance-nothing.csv").status_code == 404


def test_organizers_alone_find_it(
    graded: Track,
    ada: User,
    omar_client: Client,
    ada_client: Client,
    bea_client: Client,
) -> None:
    vera = User.objects.create_user("vera")
    graded.memberships.create(user=vera, role="viewer")
    viewer = Client()
    viewer.force_login(vera)
    for address in addresses(graded, ada):
        assert omar_client.get(address).status_code == 200, address
        for client in (ada_client, bea_client, viewer):
            assert client.get(address).status_code == 404, address
        assert Client().get(address).status_code == 302, address


def test_it_only_reads(graded: Track, ada: User, omar_client: Client) -> None:
    for address in addresses(graded, ada)[:-1]:
        assert omar_client.post(address).status_code == 405, address


def test_a_stranger_has_no_charts(
    graded: Track, omar: User, omar_client: Client
) -> None:
    for address in addresses(graded, omar)[2:]:
        assert omar_client.get(address).status_code == 404, address
