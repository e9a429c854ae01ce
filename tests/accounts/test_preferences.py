"""The preferences page, and the sample pages."""

import pytest
from django.test import Client

from accounts.models import User
from tests.page import select

PAGE = "/accounts/preferences/"
GOOD = {
    "timezone": "Asia/Tokyo",
    "theme": "dark",
    "size": "large",
    "measure": "wide",
    "stay": "on",
}


def test_it_keeps_what_was_chosen(ada: User, ada_client: Client) -> None:
    r = ada_client.post(PAGE, GOOD)
    ada.refresh_from_db()
    assert r.status_code == 302
    assert ada.timezone == "Asia/Tokyo"
    assert ada.preferences == {
        "theme": "dark",
        "size": "large",
        "measure": "wide",
        "stay": True,
    }


def test_the_page_wears_what_was_chosen(ada_client: Client) -> None:
    ada_client.post(PAGE, GOOD)
    body = ada_client.get(PAGE).content.decode()
    assert select(body, '[data-theme="dark"][data-size="large"][data-measure="wide"]')


def test_it_leaves_other_preferences_alone(ada: User, ada_client: Client) -> None:
    ada.preferences = {"terms": ["ice"]}
    ada.save(update_fields=["preferences"])
    ada_client.post(PAGE, GOOD)
    ada.refresh_from_db()
    assert ada.preferences["terms"] == ["ice"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("timezone", "Mars/Olympus"), ("theme", "blue")],
)
def test_it_rejects_bad_input(
    ada: User, ada_client: Client, field: str, value: str
) -> None:
    r = ada_client.post(PAGE, {**GOOD, field: value})
    ada.refresh_from_db()
    assert r.status_code == 422
    assert 'class="errorlist' in r.content.decode()
    assert ada.preferences == {}


def test_it_rejects_the_wrong_method(ada_client: Client) -> None:
    assert ada_client.delete(PAGE).status_code == 405


def test_it_sends_the_anonymous_to_sign_in(client: Client, db: None) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/sign-in/?next={PAGE}"


def test_a_new_password_needs_the_old_one(ada: User, ada_client: Client) -> None:
    new = "a harbour in winter"
    data = {"new_password1": new, "new_password2": new}
    ada_client.post("/accounts/password/", {**data, "old_password": "bea"})
    ada.refresh_from_db()
    assert ada.check_password("ada")
    ada_client.post("/accounts/password/", {**data, "old_password": "ada"})
    ada.refresh_from_db()
    assert ada.check_password(new)


@pytest.mark.parametrize(
    "part", ["", "parts/", "relevance/", "assignment/", "nuggets/"]
)
def test_superusers_see_the_sample_pages(admin_client: Client, part: str) -> None:
    assert admin_client.get(f"/accounts/style/{part}").status_code == 200


def test_others_see_no_sample_pages(ada_client: Client) -> None:
    assert ada_client.get("/accounts/style/").status_code == 404


def test_an_unknown_sample_page_is_not_found(admin_client: Client) -> None:
    assert admin_client.get("/accounts/style/secrets/").status_code == 404
