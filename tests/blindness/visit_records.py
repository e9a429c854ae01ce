"""Make requests as one person, and record what could differ between two worlds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.test import Client
from django.urls import resolve

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

MASKS = (
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]+'), r"\1…"),
    (re.compile(r'(X-CSRFToken": ")[^"]+'), r"\1…"),
    (re.compile(r'("token": ")[^"]+'), r"\1…"),
    (re.compile(r'(name="(key|seed)" value=")[^"]+'), r"\1…"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[^\"]*"), "…"),
    (re.compile(r"(\d{1,2} \w{3}( \d{4})?,? )?\b\d\d:\d\d(:\d\d)?\b"), "…"),
    # Rows that are created during the walk have random ids, of version 4.
    (re.compile(r"(?<=-)4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "…"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-…"), "…"),
)
HIDDEN_HEADERS = {
    "X-Request-ID",  # random
    "Set-Cookie",
    "Content-Length",
    "Date",
    "Expires",
    "Last-Modified",
}


class Visit(NamedTuple):
    """One request: GET, POST (a plain form), HTMX (the same, swapped) or JSON."""

    method: str
    address: str
    body: dict[str, Any] | None = None

    @property
    def route(self) -> str:
        """Return the pattern that the URL matches."""
        return str(resolve(self.address.partition("?")[0]).route)


class Answer(NamedTuple):
    """A response with tokens and times masked."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def everything(self) -> str:
        """Return all of it as one lower-case text."""
        return f"{self.headers} {self.text}".lower()


Walked = list[tuple[Visit, Answer]]


def ask(client: Client, visit: Visit) -> Answer:
    """Return the masked response to one request."""
    r = _sent(client, visit)
    headers = {k: masked(v) for k, v in r.items() if k not in HIDDEN_HEADERS}
    return Answer(r.status_code, headers, masked(r.getvalue().decode(errors="replace")))


def _sent(client: Client, visit: Visit) -> Response:
    if visit.method == "GET":
        return client.get(visit.address)
    if visit.method == "JSON":
        return client.post(
            visit.address, visit.body or {}, content_type="application/json"
        )
    headers = {"HX-Request": "true"} if visit.method == "HTMX" else {}
    return client.post(visit.address, visit.body or {}, headers=headers)


def masked(text: str) -> str:
    """Return a text without what differs from request to request."""
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def walk(client: Client, visits: Iterable[Visit]) -> Walked:
    """Return every visit with its response, in order."""
    return [(visit, ask(client, visit)) for visit in visits]


def assert_same(one: Walked, other: Walked) -> None:
    """Fail at the first request to which two worlds respond differently."""
    assert [visit for visit, _answer in one] == [visit for visit, _answer in other]
    for (visit, answer), (_same, second) in zip(one, other, strict=True):
        assert answer == second, f"{visit.method} {visit.address} {visit.body}"


def assert_unnamed(walked: Walked, words: Iterable[str]) -> None:
    """Fail if a response contains one of the forbidden words."""
    for visit, answer in walked:
        found = [word for word in words if word in answer.everything]
        assert not found, f"{found} in {visit.method} {visit.address}"
