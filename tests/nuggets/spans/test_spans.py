"""Span nuggets: the bank's start, the page, plain forms, the API."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import CannotExport, Wanted, get_exporter
from assess.judging.models import Allocation, Judge, Remark, Thread
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.banks.actions import BankExists
from nuggets.models import Bank, Listing, Nugget
from nuggets.spans.actions import NothingRelevant, start_span_bank
from runs.models import Membership
from tests.make import NOW, make_judge
from tests.nuggets.spans.marking import Marking, make_marking, span_of
from tests.page import select


@pytest.fixture
def made(ada: User) -> Marking:
    return make_marking(ada)


def url(made: Marking, part: str = "") -> str:
    return f"/work/{made.work.uuid}/spans/{part}"


def post(client: Client, made: Marking, at: int = 0, **given: Any) -> Any:  # noqa: ANN401
    """Press one button of a passage's page, as somebody who sees the list."""
    page = url(made, f"{made.segments[at].uuid}/act/")
    seen = {"seen": made.version.revision, "key": str(uuid4())}
    return client.post(page, {**seen, **given})


def mark(client: Client, made: Marking, words: str, at: int = 0, nth: int = 1) -> None:
    start, end = span_of(made.segments[at], words, nth)
    reply = post(client, made, at, span=f"{made.segments[at].uuid} {start} {end}")
    assert reply.status_code == 302


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
    assert "SECRETMACHINE" in omar_client.get(address).content.decode()
    given = {"name": "more", "qrels_judge": str(made.machine.uuid)}
    reply = omar_client.post(address, given)
    bank = Bank.objects.get(name="more")
    assert reply["Location"] == f"/tracks/{made.track.uuid}/banks/{bank.uuid}/"
    page = omar_client.get(reply["Location"]).content.decode()
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
    page = ada_client.get(reply["Location"]).content.decode()
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
    assert "passage 1 of 2 · 2 nuggets" in page or "passage 2 of 2 · 2" in page
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
    page = ada_client.get(url(made, f"{made.segments[0].uuid}/")).content.decode()
    assert select(page, '[data-act="vital"]')
    post(ada_client, made, vital=str(nugget.uuid))
    assert Listing.objects.get().importance == "vital"


def test_done_freezes_and_opening_again_makes_a_version(
    made: Marking, ada_client: Client
) -> None:
    mark(ada_client, made, "water")
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "1 nugget from 2 relevant passages." in page
    assert ada_client.post(url(made, "finish/"), {"seen": 0}).status_code == 409
    ada_client.post(url(made, "finish/"), {"seen": 1})
    made.work.refresh_from_db()
    assert made.version.state == "frozen"
    assert made.work.finished_at
    page = ada_client.get(url(made, f"{made.segments[0].uuid}/")).content.decode()
    assert "Open it again" in page
    assert 'data-act="make"' not in page
    span = f"{made.segments[0].uuid} 0 1"
    assert post(ada_client, made, span=span).status_code == 409
    ada_client.post(url(made, "begin/"))
    assert (made.version.number, made.version.state) == (2, "open")
    assert Allocation.objects.get().finished_at is None
    assert len(made.spans()) == 1


def test_it_asks_before_it_freezes_with_something_open(
    ada: User, ada_client: Client
) -> None:
    made = make_marking(ada, profile="rag24")
    empty = ada_client.post(url(made, "finish/"), {"seen": 0})
    assert empty.status_code == 422
    assert "The list is empty." in empty.content.decode()
    mark(ada_client, made, "water")
    thread = Thread.objects.create(
        allocation=made.work, item=str(made.segments[1].uuid), about="Passage 2"
    )
    Remark.objects.create(
        thread=thread, author=ada, kind=Remark.FLAG, reason="unclear", at=NOW
    )
    page = ada_client.get(url(made, "finish/")).content.decode()
    assert "1 nugget has no importance" in page
    assert f'{made.segments[0].uuid}/" dir="auto">water</a>' in page
    assert "1 flag waits for an answer" in page
    assert ada_client.post(url(made, "finish/"), {"seen": 1}).status_code == 422
    assert made.version.state == "open"
    (leave,) = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
    post(ada_client, made, vital=str(Nugget.objects.get().uuid))
    agreed = {"seen": 2, "leave": leave}  # to more than is open now
    assert ada_client.post(url(made, "finish/"), agreed).status_code == 422
    page = ada_client.get(url(made, "finish/")).content.decode()
    (leave,) = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
    sent = {"seen": 2, "leave": leave}
    assert ada_client.post(url(made, "finish/"), sent).status_code == 302
    assert made.version.state == "frozen"


def test_a_page_of_the_version_before_changes_and_ends_nothing(
    made: Marking, ada_client: Client
) -> None:
    old = made.version
    mark(ada_client, made, "water")
    ada_client.post(url(made, "finish/"), {"seen": 1, "version": str(old.uuid)})
    ada_client.post(url(made, "begin/"))
    mark(ada_client, made, "er", nth=2)  # the next version is at 1 too
    seen: dict[str, Any] = {"seen": 1, "version": str(old.uuid)}
    assert ada_client.post(url(made, "finish/"), seen).status_code == 409
    span = f"{made.segments[0].uuid} 0 1"
    assert post(ada_client, made, span=span, **seen).status_code == 409
    assert (made.version.state, made.version.revision) == ("open", 1)
    for page in ("finish/", f"{made.segments[0].uuid}/"):
        shown = ada_client.get(url(made, page)).content.decode()
        assert select(shown, f'[name="version"][value="{made.version.uuid}"]')


def test_a_topic_without_a_list_begins_with_an_empty_one(
    made: Marking, ada_client: Client
) -> None:
    made.bank.versions.all().delete()
    assert "Begin" in ada_client.get(url(made)).content.decode()
    ada_client.post(url(made, "begin/"))
    assert made.version.state == "open"
    assert ada_client.get(url(made)).status_code == 302


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


def test_spans_go_out_with_their_places(made: Marking, tmp_path: Path) -> None:
    client = Client()
    client.force_login(made.work.assessor)
    mark(client, made, "water")
    exporter = get_exporter("spans")
    wanted = Wanted(made.track, {"bank": made.bank})
    with pytest.raises(CannotExport):
        export_to(exporter, wanted, tmp_path / "open.jsonl", now=NOW)
    client.post(url(made, "finish/"), {"seen": 1})
    segment = made.segments[0]
    start, end = span_of(segment, "water")
    grade = {"doc#0": 3, "doc#1": 2}[segment.docid]
    export_to(exporter, wanted, tmp_path / "spans.jsonl", now=NOW)
    assert json.loads((tmp_path / "spans.jsonl").read_text()) == {
        "qid": "14_2",
        "text": "water",
        "docid": segment.docid,
        "start": start,
        "end": end,
        "relevance": grade,
    }
    cone = Wanted(made.track, {"bank": made.bank}, {"form": "cone-rag"})
    export_to(exporter, cone, tmp_path / "cone.json", now=NOW)
    assert json.loads((tmp_path / "cone.json").read_text()) == {
        "14_2": {"[1]": {"text": "water", "relevance": str(grade)}}
    }
    assert Judge.objects.filter(name="SECRETMACHINE").exists()


def test_a_grade_that_is_no_number_leaves_a_span_without_relevance(
    made: Marking, tmp_path: Path
) -> None:
    client = Client()
    client.force_login(made.work.assessor)
    mark(client, made, "water")
    client.post(url(made, "finish/"), {"seen": 1})
    graded = RelevanceLabel.objects.filter(segment=made.segments[0])
    graded.update(value="mostly")
    wanted = Wanted(made.track, {"bank": made.bank})
    out = tmp_path / "spans.jsonl"
    manifest = export_to(get_exporter("spans"), wanted, out, now=NOW)
    assert json.loads(out.read_text())["relevance"] is None
    assert {
        "what": "spans whose passage has no whole number as its grade",
        "count": 1,
        "why": "in the file, with no relevance",
    } in manifest["left_out"]
