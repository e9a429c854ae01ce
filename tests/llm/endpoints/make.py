"""Endpoints for tests."""

from __future__ import annotations

from typing import Any

from llm.endpoints.actions import Served, Setup, save_endpoint
from llm.models import Endpoint


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
