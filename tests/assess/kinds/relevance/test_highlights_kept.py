"""Highlights are stored with the relevance label, and checked against the text."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Change
from assess.kinds.relevance.models import RelevanceLabel
from tests.assess.kinds.relevance.highlight_work import (
    TEXT,
    Highlighting,
    make_highlighting,
    span_of,
)
from tests.page import select, texts


@pytest.fixture
def made(ada: User) -> Highlighting:
    return make_highlighting(ada)


def send(client: Client, made: Highlighting, **said: object) -> int:
    reply = client.post(made.api, made.body(**said), "application/json")
    return reply.status_code


def test_they_stand_with_the_label_and_in_its_history(
    made: Highlighting, ada_client: Client
) -> None:
    spans = [span_of("water", 2), span_of("skate")]
    assert send(ada_client, made, highlights=spans) == 200
    assert made.details() == {"highlights": spans}
    assert send(ada_client, made, value="3", seen=1, highlights=spans[:1]) == 200
    assert made.details() == {"highlights": spans[:1]}
    history = Change.objects.order_by("version").values_list("details", flat=True)
    assert list(history) == [{"highlights": spans}, {"highlights": spans[:1]}]


def test_those_that_overlap_are_made_one(
    made: Highlighting, ada_client: Client
) -> None:
    assert send(ada_client, made, highlights=[[5, 9], [0, 6], [20, 22]]) == 200
    assert made.details() == {"highlights": [[0, 9], [20, 22]]}


@pytest.mark.parametrize(
    "spans",
    [
        [[0, len(TEXT) + 1]],
        [[4, 4]],
        [[5, 4]],
        [[-1, 4]],
        [[1]],
        [[1, 2, 3]],
        [["a", 2]],
        "0-4",
        [[0, 1]] * 201,
    ],
)
def test_it_rejects_what_the_text_does_not_have(
    made: Highlighting, ada_client: Client, spans: object
) -> None:
    assert send(ada_client, made, value="2", highlights=spans) == 400
    assert not RelevanceLabel.objects.exists()


def test_the_last_code_point_can_be_highlighted(
    made: Highlighting, ada_client: Client
) -> None:
    last = [len(TEXT) - 1, len(TEXT)]
    assert send(ada_client, made, highlights=[last]) == 200
    assert made.details() == {"highlights": [last]}


def test_a_stale_label_is_answered_with_its_highlights(
    made: Highlighting, ada_client: Client
) -> None:
    send(ada_client, made, value="2", highlights=[[2, 6]])
    reply = ada_client.post(made.api, made.body(value="1"), "application/json")
    assert reply.status_code == 409
    assert reply.json()["highlights"] == [[2, 6]]


def test_a_plain_form_keeps_them(made: Highlighting, ada_client: Client) -> None:
    send(ada_client, made, value="2", highlights=[[2, 6]])
    page = ada_client.get(made.page()).content.decode()
    assert select(page, '[name="highlights"][value="2-6"]')
    assert "Salt" in texts(page, 'span[data-spans="1"][data-depth="1"][data-opens="1"]')
    assert "first.&#13;\nCafe" in page
    form = {**made.body(value="3", seen=1), "highlights": "2-6"}
    assert ada_client.post(f"{made.page()}label/", form).status_code == 302
    label = RelevanceLabel.objects.get()
    assert (label.value, label.details) == ("3", {"highlights": [[2, 6]]})
    for words in ("2-", "x", "0-9000"):
        bad = {**made.body(value="3", seen=2), "highlights": words}
        assert ada_client.post(f"{made.page()}label/", bad).status_code in (400, 422)


def test_they_go_out_with_the_label(
    made: Highlighting, ada_client: Client, tmp_path: Path
) -> None:
    send(ada_client, made, value="2", highlights=[[2, 6]])
    out = tmp_path / "ticks.jsonl"
    slug = made.work.track.slug
    call_command("export", slug, "ticks", "--judge", "ada", "--out", str(out))
    (row,) = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (row["grade"], row["ticks"], row["highlights"]) == (2, [], [[2, 6]])
