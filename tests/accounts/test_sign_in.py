"""Signing in and out, on its own page and in the dialog over another."""

import pytest
from django.test import Client

from accounts.models import User
from tests.page import select

PAGE = "/accounts/sign-in/"
AGAIN = "/accounts/sign-in/again/"


def test_it_signs_in(ada: User, client: Client) -> None:
    r = client.post(
        PAGE,
        {"username": "ada", "password": "ada", "next": "/accounts/preferences/"},
    )
    assert r.status_code == 302
    assert r["Location"] == "/accounts/preferences/"
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_it_rejects_a_wrong_password(ada: User, client: Client) -> None:
    r = client.post(PAGE, {"username": "ada", "password": "bea"})
    assert "Wrong name or password" in r.content.decode()
    assert "_auth_user_id" not in client.session


def test_it_rejects_a_switched_off_account(ada: User, client: Client) -> None:
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    client.post(PAGE, {"username": "ada", "password": "ada"})
    assert "_auth_user_id" not in client.session


def test_it_never_leads_to_another_site(ada: User, client: Client) -> None:
    data = {"username": "ada", "password": "ada", "next": "https://example.org/"}
    assert "example.org" not in client.post(PAGE, data)["Location"]


def test_it_demands_a_csrf_token(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    r = strict.post(PAGE, {"username": "ada", "password": "ada"})
    assert r.status_code == 403


def test_sign_out_ends_the_session(ada_client: Client) -> None:
    assert ada_client.post("/accounts/sign-out/").status_code == 302
    assert "_auth_user_id" not in ada_client.session


def test_sign_out_rejects_a_link(ada_client: Client) -> None:
    assert ada_client.get("/accounts/sign-out/").status_code == 405
    assert "_auth_user_id" in ada_client.session


def test_the_dialog_shows_a_form_with_the_name(client: Client, db: None) -> None:
    body = client.get(AGAIN, {"name": "ada"}).content.decode()
    assert select(body, '[value="ada"]')
    assert "<html" not in body


def test_the_dialog_signs_in_and_tells_whose_session_it_is(
    ada: User, client: Client
) -> None:
    r = client.post(AGAIN, {"username": "ada", "password": "ada"})
    assert r.json()["user"] == str(ada.uuid)
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_the_dialog_shows_a_wrong_password_in_place(ada: User, client: Client) -> None:
    r = client.post(AGAIN, {"username": "ada", "password": "?"})
    assert r.status_code == 422
    assert "Wrong name or password" in r.content.decode()


def test_csrf_tells_the_token_and_the_person(ada: User, ada_client: Client) -> None:
    answer = ada_client.get("/accounts/csrf/").json()
    assert answer["user"] == str(ada.uuid)
    assert len(answer["token"]) >= 32


def test_csrf_tells_the_anonymous_nobody(client: Client, db: None) -> None:
    assert client.get("/accounts/csrf/").json()["user"] is None


@pytest.mark.parametrize("header", ["HX-Request", "X-Assay-User"])
def test_scripts_of_the_signed_out_get_a_401(
    client: Client, db: None, header: str
) -> None:
    r = client.get("/accounts/preferences/", headers={header: "true"})
    assert r.status_code == 401
    assert r["X-Sign-In"] == AGAIN


def test_one_persons_page_never_acts_in_anothers_name(
    ada: User, bea: User, bea_client: Client
) -> None:
    data = {"timezone": "Europe/Rome", "theme": "dark", "size": "normal"}
    r = bea_client.post(
        "/accounts/preferences/",
        {**data, "measure": "normal"},
        headers={"X-Assay-User": str(ada.uuid)},
    )
    bea.refresh_from_db()
    assert r.status_code == 401
    assert bea.timezone == "UTC"


def test_signing_in_changes_the_session(ada: User, client: Client) -> None:
    client.get(PAGE)
    session = client.session
    session["planted"] = "yes"
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = str(before)
    client.post(PAGE, {"username": "ada", "password": "ada"})
    assert client.session.session_key != before


def test_it_names_a_page_asked_for_but_never_home(client: Client, db: None) -> None:
    told = "The page you asked for opens next."
    assert told in client.get(f"{PAGE}?next=/accounts/preferences/").content.decode()
    assert told not in client.get(f"{PAGE}?next=/").content.decode()
