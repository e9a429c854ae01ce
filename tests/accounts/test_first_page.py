"""The first pages of an empty installation say what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from tests.make import make_track

ROOT = Path(__file__).resolve().parents[2]
PAGE = "/accounts/sign-in/"


def test_an_installation_without_accounts_says_how_to_make_the_first(
    client: Client, db: None
) -> None:
    body = client.get("/", follow=True).content.decode()
    assert "Welcome to Assay" in body
    assert "Nobody has an account here yet" in body
    commands = re.findall(r"<pre[^>]*>(.*?)</pre>", body, re.DOTALL)
    assert len(commands) == 3
    page = (ROOT / "docs" / "operators.md").read_text()
    for line in "\n".join(commands).splitlines():
        assert line in page


def test_accounts_that_cannot_sign_in_are_none(client: Client, db: None) -> None:
    User.objects.create(username="came with an archive", is_active=False)
    User.objects.create_user("without a password")
    assert "Welcome to Assay" in client.get(PAGE).content.decode()


def test_it_says_nothing_once_somebody_can_sign_in(client: Client, ada: User) -> None:
    body = client.get(PAGE).content.decode()
    assert "createsuperuser" not in body
    assert "Ask the organizer of your track" in body


@pytest.fixture
def sue_client(db: None) -> Client:
    """Return a browser in which a superuser is signed in."""
    client = Client()
    client.force_login(User.objects.create_superuser("sue", password="sue"))
    return client


def test_a_superuser_without_a_track_reads_the_first_steps(sue_client: Client) -> None:
    body = sue_client.get("/").content.decode()
    for words in ("/tracks/new/", "/archives/", "load_sample", "People"):
        assert words in body


def test_from_the_first_superuser_to_a_track_with_people(sue_client: Client) -> None:
    track = {"name": "Harbour", "slug": "harbour", "profile": "rag24"}
    r = sue_client.post("/tracks/new/", track, follow=True)
    people = r.request["PATH_INFO"]
    assert people.endswith("/people/")
    overview = people.removesuffix("people/")
    assert "No people yet" in sue_client.get(overview).content.decode()
    for name, role in (("omar", "organizer"), ("ada", "assessor")):
        given = {"username": name, "role": role, "password": f"{name} at the quay"}
        assert sue_client.post(people, given).status_code == 302
    assert "No people yet" not in sue_client.get(overview).content.decode()
    omar = Client()
    sign_in = {"username": "omar", "password": "omar at the quay"}
    assert omar.post(PAGE, sign_in).status_code == 302
    assert "Import topics" in omar.get(overview).content.decode()


def test_a_track_with_people_does_not_ask_for_them(omar: User) -> None:
    client = Client()
    client.force_login(omar)
    track = make_track(organizer=omar)
    body = client.get(f"/tracks/{track.uuid}/").content.decode()
    assert "No people yet" not in body
