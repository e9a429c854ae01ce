"""Error pages say what went wrong, in the site's own style."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.urls import path
from django.views.defaults import server_error
from pytest_django import Settings

from tests.page import markup, select


def broken(request: HttpRequest) -> HttpResponse:
    """Raise an error, as a broken view does."""
    return server_error(request)


urlpatterns = [path("broken/", broken)]


def test_an_unknown_address_says_so(client: Client, db: None) -> None:
    r = client.get("/accounts/nowhere/")
    assert r.status_code == 404
    assert "or you may not see it" in markup(r)


def test_a_crash_says_it_is_ours(client: Client, db: None, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    r = client.get("/broken/")
    assert r.status_code == 500
    assert "not in what you sent" in markup(r)


def test_an_old_form_says_nothing_was_changed(db: None) -> None:
    r = Client(enforce_csrf_checks=True).post("/accounts/sign-in/", {})
    assert r.status_code == 403
    assert "Nothing was changed" in markup(r)


def test_a_request_beyond_the_limit_is_not_read(
    client: Client, settings: Settings
) -> None:
    settings.UPLOAD_LIMIT = 1024
    r = client.post("/accounts/sign-in/", {"file": "x" * 1_100_000})
    assert r.status_code == 413
    assert "Nothing was saved" in markup(r)
    assert "default-src 'none'" in r["Content-Security-Policy"]


@pytest.mark.parametrize("value", ["support", "partial_support", "no_support", ""])
def test_a_mark_is_a_shape_and_a_word(value: str) -> None:
    mark = render_to_string("components/_mark.html", {"value": value})
    assert "<svg" in mark
    assert (value.replace("_", " ") or "unjudged") in mark


def test_an_undefined_number_is_a_dash_with_its_reason() -> None:
    context = {"value": None, "reason": "no vital nugget"}
    shown = render_to_string("components/_number.html", context)
    assert "–" in shown
    assert select(shown, '[title="no vital nugget"]')


@pytest.mark.parametrize(
    ("context", "shown"),
    [
        ({"value": 0.0}, "0.0000"),
        ({"value": 0.47339}, "0.4734"),
        ({"value": 12.0, "places": 0}, "12"),
    ],
)
def test_a_number_has_its_places(context: dict[str, object], shown: str) -> None:
    assert render_to_string("components/_number.html", context).strip() == shown
