from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from llm.endpoints.keys import key_of
from llm.models import Endpoint
from tests.fake_model import FakeModel, status
from tests.llm.endpoints.make import make_endpoint

pytestmark = pytest.mark.stack("embedded")

KEY = "sk-very-secret-key"
LIST = "/models/endpoints/"
NEW = f"{LIST}new/"


@pytest.fixture
def sue(db: None) -> Client:
    """A superuser's browser."""
    client = Client()
    client.force_login(User.objects.create_superuser("sue"))
    return client


def filled(fake: FakeModel, **more: str) -> dict[str, str]:
    return {
        "name": "Local",
        "url": f"{fake.url}/",
        "key_from": "stored",
        "key": KEY,
        "concurrency": "4",
        "models": "fake-1 2.50 10\n\nfake-2",
        **more,
    }


def page_of(endpoint: Endpoint) -> str:
    return f"{LIST}{endpoint.uuid}/"


def test_a_superuser_sets_up_an_endpoint(sue: Client, fake: FakeModel) -> None:
    assert "No endpoint yet" in sue.get(LIST).content.decode()
    r = sue.post(NEW, filled(fake, requests="60", schemas="on"))
    row = Endpoint.objects.get()
    assert r.headers["Location"] == page_of(row)
    assert (row.url, row.concurrency, row.requests, row.tokens) == (
        fake.url, 4, 60, None,
    )  # fmt: skip
    assert (key_of(row), row.schemas) == (KEY, True)
    served = row.served.values_list("name", "prompt_price", "completion_price")
    assert [(n, p and str(p), c and str(c)) for n, p, c in served] == [
        ("fake-1", "2.500000", "10.000000"),
        ("fake-2", None, None),
    ]
    assert "fake-1, fake-2" in sue.get(LIST).content.decode()


def test_the_key_is_never_shown_and_stays_if_none_is_entered(
    sue: Client, fake: FakeModel
) -> None:
    row = make_endpoint(fake.url, key_from=Endpoint.STORED, key=KEY)
    for path in (LIST, page_of(row)):
        text = sue.get(path).content.decode()
        assert KEY not in text
        assert row.key_encrypted not in text
    sue.post(page_of(row), filled(fake, key="", name="Renamed"))
    row.refresh_from_db()
    assert (row.name, key_of(row)) == ("Renamed", KEY)
    r = sue.post(page_of(row), filled(fake, name="", key="sk-typed"))
    assert r.status_code == 422
    assert "sk-typed" not in r.content.decode()


def test_a_stored_key_is_never_sent_to_another_address(
    sue: Client, fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_PRIVATE_HOSTS = ["127.0.0.1", "localhost"]
    row = make_endpoint(fake.url, key_from=Endpoint.STORED, key=KEY)
    other = fake.url.replace("127.0.0.1", "localhost")
    r = sue.post(page_of(row), filled(fake, key="", url=other))
    assert r.status_code == 422
    assert "Enter the key for this address." in r.content.decode()
    row.refresh_from_db()
    assert row.url == fake.url


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"url": "file:///etc/passwd"}, "http:// or https://"),
        ({"url": "https://me:pass@api.example.org"}, "without a key in it"),
        ({"url": "http://169.254.169.254/latest"}, "private address"),
        ({"models": ""}, "required"),
        ({"models": "fake-1 2.5"}, "both prices, or none"),
        ({"models": "fake-1 cheap dear"}, "is no number"),
        ({"models": "fake-1 NaN 1"}, "out of range"),
        ({"models": "fake-1\nfake-1"}, "listed twice"),
        ({"concurrency": "0"}, "greater than or equal to 1"),
        ({"key_from": "environment", "key_variable": "SECRET_KEY"}, "LLM_KEY_"),
        ({"name": "Taken"}, "Another endpoint has this name."),
    ],
)
def test_it_says_what_is_wrong(
    sue: Client, fake: FakeModel, wrong: dict[str, str], words: str
) -> None:
    make_endpoint("https://api.example.org/v1", "Taken")
    r = sue.post(NEW, filled(fake, **wrong))
    assert r.status_code == 422
    assert words in r.content.decode()
    assert Endpoint.objects.count() == 1


def test_no_key_is_stored_without_the_operators_secret(
    sue: Client, fake: FakeModel, settings: Settings
) -> None:
    settings.LLM_KEYS_SECRET = []
    r = sue.post(NEW, filled(fake))
    assert r.status_code == 422
    assert "LLM_KEYS_SECRET" in r.content.decode()


def test_try_it_shows_reply_time_and_tokens(sue: Client, fake: FakeModel) -> None:
    row = make_endpoint(fake.url)
    fake.answer = lambda _body: "<b>Blue</b> & clear"
    text = sue.post(f"{page_of(row)}try/", {"model": "fake-1"}).content.decode()
    assert "&lt;b&gt;Blue&lt;/b&gt; &amp; clear" in text
    assert "12 prompt tokens" in text
    assert "3 reply tokens" in text
    assert " seconds" in text


def test_try_it_says_why_there_is_no_reply(sue: Client, fake: FakeModel) -> None:
    row = make_endpoint(fake.url, key_from=Endpoint.STORED, key=KEY)
    fake.misbehave(status(401))
    r = sue.post(f"{page_of(row)}try/", {"model": "fake-1"})
    assert "401" in r.content.decode()
    assert KEY not in r.content.decode()
    assert fake.count == 1
    assert sue.post(f"{page_of(row)}try/", {"model": "none"}).status_code == 404


def test_delete_takes_the_key_with_it(sue: Client, fake: FakeModel) -> None:
    row = make_endpoint(fake.url)
    assert sue.post(f"{page_of(row)}delete/").headers["Location"] == LIST
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("below", ["", "new/", "{0}/", "{0}/try/", "{0}/delete/"])
def test_only_superusers_see_it(fake: FakeModel, omar: User, below: str) -> None:
    row = make_endpoint(fake.url)
    path = LIST + below.format(row.uuid)
    client = Client()
    given: Any = {"model": "fake-1"}
    method = client.post if below.endswith(("try/", "delete/")) else client.get
    assert method(path, given).status_code in {302, 401}
    client.force_login(omar)
    assert method(path, given).status_code == 404
    assert (Endpoint.objects.count(), fake.count) == (1, 0)
