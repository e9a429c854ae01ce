"""The list against which moved keys are checked equals the screens' keys."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.kernel.keys import SCREENS
from accounts.models import User
from tests.browser.rooms.works import WORKS

NAMES = {
    "need": "uncited sentences",
    "ptkb": "statements",
    "match": "matching",
    "subnarratives": "sub-narratives",
    "disputed_relevance": "adjudication",
}
DIALOGS = re.compile(r"<dialog.*?</dialog>", re.DOTALL)
TALK = "flag or skip"
# Keys that a screen shows only sometimes: with a previous item, ticks, guidelines …
AT_TIMES = {
    "relevance": {"Enter", "ArrowLeft", "l"},
    "assignment": {"ArrowLeft", "l", "p"},
    "support": {"ArrowLeft", "l", "p", "0"},
    "exam": {"ArrowLeft", "l"},
    "uncited sentences": {"ArrowLeft", "l"},
    "statements": {"ArrowLeft", "ArrowRight", "l"},
    "matching": {"ArrowLeft", "ArrowRight", "l", "p"},
    "adjudication": {"ArrowLeft", "l", "p"},
    "sub-narratives": {"l"},
    "nuggets": {"l", "[", "]"},
    "spans": {"l", "[", "]", "v", "o", "0", "t"},
    "answers": {"l", "[", "]"},
}


def keys_in(page: str) -> set[str]:
    return {
        key for keys in re.findall(r'data-key="(.*?)"', page) for key in keys.split()
    }


@pytest.mark.parametrize("kind", WORKS)
def test_each_screen_has_the_keys_of_the_list(
    kind: str, ada: User, ada_client: Client
) -> None:
    work = WORKS[kind](ada)
    page = ada_client.get(f"/work/{work.uuid}/", follow=True).content.decode()
    kind = kind.removesuffix(" over a model's")
    screen = NAMES.get(kind, kind)
    shown, listed = keys_in(DIALOGS.sub("", page)), set(SCREENS[screen])
    assert shown - listed == set(), "put these keys into accounts/kernel/keys.py"
    assert listed - shown <= AT_TIMES[screen], "no such keys on the screen"
    assert keys_in("".join(DIALOGS.findall(page))) <= set(SCREENS[TALK])
