"""The state of the outbox, and the labels that it stores."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

Send = Callable[..., str]


def state(page: "Page", words: str) -> None:
    page.wait_for_function(
        "w => document.getElementById('save-state').textContent.includes(w)", arg=words
    )


def stored(page: "Page") -> int:
    count: int = page.evaluate("Object.keys(localStorage).length")
    return count
