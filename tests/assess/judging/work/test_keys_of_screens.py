"""The list against which moved keys are checked equals the screens' keys."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.kernel.keys import SCREENS
from accounts.models import User
from tests.assess.kinds.relevance.relevance_work import make_grading, make_part
from tests.browser.rooms.works import WORKS
from tests.page import values

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
    "relevance": {"ArrowLeft", "l", "[", "]"},
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


LETTERS = "abcdefghijklmnopqrs"  # a real topic may have nineteen sub-narratives


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


def test_letters_that_tick_have_no_gap_and_no_second_meaning(
    ada: User, ada_client: Client
) -> None:
    made = make_grading(ada)
    for number in range(len(made.parts), len(LETTERS)):
        make_part(made.topic, f"part {number}", number)
    page = ada_client.get(made.page()).content.decode()
    assert values(page, ".ticks input", "data-key") == [*LETTERS]
    others = keys_in(DIALOGS.sub("", page)) - {*LETTERS}
    listed = {*SCREENS["relevance with sub-narratives"]}
    assert others <= listed
    assert listed - others <= {"ArrowLeft", "Shift+l", "[", "]"}
