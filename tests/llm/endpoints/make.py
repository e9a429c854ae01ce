"""Endpoints for tests."""

from __future__ import annotations

from typing import Any

from llm.endpoints.actions import Served, Setup, save_endpoint
from llm.models import Call, CallState, Endpoint
from tests.make import NOW


def make_endpoint(url: str, name: str = "Local", **more: object) -> Endpoint:
    """Set up an endpoint that needs no key."""
    given: dict[str, Any] = {
        "name": name,
        "url": url,
        "key_from": Endpoint.NO_KEY,
        "key_variable": "",
        "key": "",
        "concurrency": 4,
        "requests": None,
        "tokens": None,
        "served": [Served("fake-1", None)],
    }
    return save_endpoint(None, Setup(**{**given, **more}))


def make_call(number: int, **also: Any) -> Call:  # noqa: ANN401 - of any column
    """Make an answered call of the ledger, with a key of its own."""
    return Call.objects.create(
        key=f"{number:064x}",
        endpoint="http://127.0.0.1:1/v1",
        model="large",
        prompt_name="judge_relevance",
        state=CallState.ANSWERED,
        reply="1",
        started_at=NOW,
        finished_at=NOW,
        **also,
    )
