"""Span nuggets: the bank's start, the page, plain forms, the API."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from nuggets.banks.actions import BankExists
from nuggets.models import Bank, Listing, Nugget
from nuggets.spans.actions import NothingRelevant, start_span_bank
from runs.models import Membership
from tests.make import NOW, make_judge
from tests.nuggets.spans.span_work import (
    Marking,
    make_marking,
    mark,
    post,
    span_of,
    url,
)
from tests.page import markup, select


def test_a_bank_starts_empty_with_the_topics_that_have_passages(made: Marking) -> None:
    assert [version.topic for version in made.bank.versions.all()] == [made.topic]
    assert made.version.state == "open"
    assert not Listing.objects.exists()
    with pytest.raises(BankExists):
        start_span_bank(made.track, "spans", qrels_judge=made.machine, now=NOW)
    nobody = make_judge(made.track, "nobody")
    with pytest.raises(NothingRelevant):
        start_span_bank(made.track, "none", qrels_judge=nobody, now=NOW)
    assert Bank.objects.count() == 1


def test_an_organizer_starts_a_bank(ada: User, omar: User, omar_client: Client) -> None:
    made = make_marking(ada, organizer=omar)
    address = f"/tracks/{made.track.uuid}/banks/spans/"
    assert "SECRETMACHINE" in markup(omar_client.get(address))
    given = {"name": "more", "qrels_judge": str(made.machine.uuid)}
    reply = omar_client.post(address, given)
    bank = Bank.objects.get(name="more")
    assert reply["Location"] == f"/tracks/{made.track.uuid}/banks/{bank.uuid}/"
    page = markup(omar_client.get(reply["Location"]))
    assert "?kind=spans&amp;subject=" in page
    assert omar_client.post(address, given).status_code == 422
    assert omar_client.post(address, {"name": "x"}).status_code == 422


def test_only_an_organizer_starts_a_bank(made: Marking, ada_client: Client) -> None:
    address = f"/tracks/{made.track.uuid}/banks/spans/"
    assert ada_client.get(address).status_code == 404


def test_it_shows_one_passage_beside_the_turn(
    made: Marking, ada_client: Client
) -> None:
    reply = ada_client.get(url(made))
    assert reply["Location"] == url(made, f"{made.segments[0].uuid}/")
    page = markup(ada_client.get(reply["Location"]))
    for words in ("I own a boat.", "passage 1 of 2 · 0 nuggets", "Make a nugget"):
        assert words in page
    assert "SECRETMACHINE" not in page
    assert "vital" not in page
    hidden = url(made, f"{made.segments[2].uuid}/")
    assert ada_client.get(hidden).status_code == 404


def test_a_plain_form_marks_and_removes(made: Marking, ada_client: Client) -> None:
    at = [one.docid for one in made.segments].index("doc#0")
    mark(ada_client, made, "fresh water", at)
    mark(ada_client, made, "skate on fresh", at)
    first, second = (
        ("doc#0", words, *span_of(made.segments[at], words))
        for words in ("fresh water", "skate on fresh")
    )
    assert made.spans() == [first, second]
    page = ada_client.get(url(made, f"{made.segments[at].uuid}/")).content.decode()
    shown = [(node.attributes, node.text()) for node in select(page, "[data-spans]")]
    assert shown == [
        ({"data-spans": "1", "data-depth": "1", "data-opens": "1"}, "skate on "),
        ({"data-spans": "1 2", "data-depth": "2", "data-opens": "2"}, "fresh"),
        ({"data-spans": "2", "data-depth": "1"}, " water"),
    ]
    assert "&#13;\n" in page
    where = " ".join(page.split())
    assert "passage 1 of 2 · 2 nuggets" in where or "passage 2 of 2 · 2" in where
    gone = Nugget.objects.get(text="fresh water")
    post(ada_client, made, at, delete=str(gone.uuid))
    assert made.spans() == [second]
    post(ada_client, made, at, action="undo")
    assert made.spans() == [first, second]
    post(ada_client, made, at, action="redo")
    assert made.spans() == [second]


def test_work_goes_on_where_the_last_nugget_was_made(
    made: Marking, ada_client: Client
) -> None:
    mark(ada_client, made, "water", 1)
    assert ada_client.get(url(made))["Location"] == url(
        made, f"{made.segments[1].uuid}/"
    )


def test_it_rejects_what_is_no_span(made: Marking, ada_client: Client) -> None:
    segment = made.segments[0]
    for span in ("x", f"{segment.uuid} 3 3", f"{segment.uuid} 0 900", f"{uuid4()} 0 3"):
        assert post(ada_client, made, span=span).status_code in (409, 422)
    assert post(ada_client, made, delete=str(uuid4())).status_code in (409, 422)
    stale = post(ada_client, made, span=f"{segment.uuid} 0 1", seen=7)
    assert stale.status_code == 409
    assert not Nugget.objects.exists()


def test_importance_is_asked_for_outside_conversations(
    ada: User, ada_client: Client
) -> None:
    made = make_marking(ada, profile="rag24")
    mark(ada_client, made, "water")
    nugget = Nugget.objects.get()
    page = markup(ada_client.get(url(made, f"{made.segments[0].uuid}/")))
    assert select(page, '[data-act="vital"]')
    post(ada_client, made, vital=str(nugget.uuid))
    assert Listing.objects.get().importance == "vital"


@pytest.mark.parametrize(
    "part", ["", "begin/", "finish/", "{segment}/", "{segment}/act/"]
)
def test_it_is_nobody_else_s(
    made: Marking, bea: User, bea_client: Client, part: str
) -> None:
    Membership.objects.create(track=made.track, user=bea, role="assessor")
    address = url(made, part.format(segment=made.segments[0].uuid))
    for reply in (bea_client.get(address), bea_client.post(address)):
        assert reply.status_code in (404, 405)
    api = f"/api/work/{made.work.uuid}/nuggets/"
    body = {"version": str(made.version.uuid), "key": str(uuid4()), "seen": 0}
    reply = bea_client.post(api, {**body, "action": "undo"}, "application/json")
    assert reply.status_code == 404


def test_a_script_marks_once(made: Marking, ada_client: Client) -> None:
    start, end = span_of(made.segments[0], "water")
    body = {
        "version": str(made.version.uuid),
        "key": str(uuid4()),
        "seen": 0,
        "action": "span",
        "span": f"{made.segments[0].uuid} {start} {end}",
    }
    api = f"/api/work/{made.work.uuid}/nuggets/"
    for _ in range(2):
        reply = ada_client.post(api, body, "application/json")
        assert (reply.status_code, reply.json()["version"]) == (200, 1)
    assert made.spans() == [(made.segments[0].docid, "water", start, end)]
