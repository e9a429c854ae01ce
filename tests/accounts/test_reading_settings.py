"""The reading settings of a person are saved, without a message."""

import pytest
from django.test import Client

from accounts.models import User

PAGE = "/accounts/preferences/reading/"


def test_it_keeps_what_was_given_and_the_rest_stays(
    ada: User, ada_client: Client
) -> None:
    for _ in range(2):  # a repetition counts once
        r = ada_client.post(PAGE, {"terms": "sea ice, CO2", "topic": "true"})
        assert r.status_code == 204
    ada_client.post(PAGE, {"answer": "plain", "topic": "false"})
    ada.refresh_from_db()
    assert ada.preferences == {
        "reading": {"terms": "sea ice, CO2", "topic": False, "answer": "plain"}
    }


def test_terms_can_be_emptied(ada: User, ada_client: Client) -> None:
    ada_client.post(PAGE, {"terms": "ice"})
    ada_client.post(PAGE, {"terms": ""})
    ada.refresh_from_db()
    assert ada.preferences["reading"] == {"terms": ""}


def test_pages_carry_it(ada_client: Client) -> None:
    ada_client.post(PAGE, {"terms": "</script>ice"})
    body = ada_client.get("/").content.decode()
    assert '{"terms": "\\u003C/script\\u003Eice"}' in body


@pytest.mark.parametrize(
    "given", [{"answer": "loud"}, {"terms": "x" * 2001}], ids=["answer", "terms"]
)
def test_it_rejects_bad_input(
    ada: User, ada_client: Client, given: dict[str, str]
) -> None:
    assert ada_client.post(PAGE, given).status_code == 422
    ada.refresh_from_db()
    assert ada.preferences == {}


def test_it_rejects_the_wrong_method(ada_client: Client) -> None:
    assert ada_client.get(PAGE).status_code == 405


def test_a_script_of_nobody_is_told_so(client: Client, ada: User) -> None:
    r = client.post(PAGE, {"terms": "x"}, headers={"X-Assay-User": str(ada.uuid)})
    assert r.status_code == 401
