"""Steps of a review without script."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from tests.assess.kinds.subnarratives.reviews import TEXTS, Reviewed, texts_of
from tests.assess.kinds.subnarratives.steps import page_of, post, tick
from tests.page import select


def test_without_script_a_step_leads_back_to_the_list(
    made: Reviewed, ada_client: Client
) -> None:
    r = post(ada_client, made, "down")
    assert r.status_code == 302
    assert r["Location"].endswith(f"?on={made.parts[0].uuid}")
    assert texts_of(made.topic) == [TEXTS[1], TEXTS[0], TEXTS[2]]


def test_without_script_words_are_asked_for_first(
    made: Reviewed, ada_client: Client
) -> None:
    r = post(ada_client, made, "reword")
    page = ada_client.get(r["Location"]).content.decode()
    assert select(page, '[name="box"][value="reword"]')
    r = post(ada_client, made, "reword", box="reword", text="  why \n ice ")
    assert r.status_code == 302
    assert texts_of(made.topic)[0] == "why ice"


@pytest.mark.parametrize("text", ["", TEXTS[2], "x" * 501])
def test_without_script_bad_words_come_back_with_a_reason(
    made: Reviewed, ada_client: Client, text: str
) -> None:
    r = post(ada_client, made, "add", box="add", text=text)
    assert r.status_code == 422
    assert select(r, '[aria-invalid="true"]')
    assert texts_of(made.topic) == list(TEXTS)


def test_without_script_dropping_a_ticked_one_warns_first(
    made: Reviewed, ada: User, ada_client: Client
) -> None:
    tick(made, ada, "doc#1", 0)
    r = post(ada_client, made, "drop")
    page = ada_client.get(r["Location"]).content.decode()
    assert "They keep the tick" in page
    assert texts_of(made.topic) == list(TEXTS)
    post(ada_client, made, "drop", box="drop")
    r = post(ada_client, made, "drop", place=2, seen=2)
    assert texts_of(made.topic) == [TEXTS[1]]
    assert r["Location"].endswith(f"?on={made.parts[1].uuid}")


def test_without_script_a_stale_step_shows_both(
    made: Reviewed, ada_client: Client
) -> None:
    post(ada_client, made, "vital")
    r = post(ada_client, made, "reword", box="reword", text="mine")
    assert r.status_code == 409
    page = r.content.decode()
    assert "The list changed since you opened it" in page
    assert ">mine</textarea>" in page
    assert TEXTS[0] in page


def test_undo_works_after_a_reload(made: Reviewed, ada_client: Client) -> None:
    post(ada_client, made, "drop")
    ada_client.get(page_of(made))
    post(ada_client, made, "undo", seen=2)
    assert texts_of(made.topic) == list(TEXTS)


def test_a_page_gone_back_to_does_another_step(
    made: Reviewed, ada_client: Client
) -> None:
    page = {"key": str(uuid4()), "box": "add"}
    assert post(ada_client, made, "add", text="one", **page).status_code == 302
    assert post(ada_client, made, "add", text="one", **page).status_code == 302
    assert post(ada_client, made, "add", text="two", **page).status_code == 409
    assert post(ada_client, made, "add", text="two", **page, seen=2).status_code == 302
    assert [text for text in texts_of(made.topic) if text not in TEXTS] == [
        "two",
        "one",
    ]
