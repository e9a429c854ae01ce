"""Span nuggets: a list is finished, opened again, and exported."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from assess.exchange.exports.folders import export_to
from assess.exchange.exports.registry import CannotExport, Wanted, get_exporter
from assess.judging.models import Allocation, Judge, Remark, Thread
from assess.kinds.relevance.models import RelevanceLabel
from nuggets.models import Nugget
from tests.make import NOW
from tests.nuggets.spans.span_work import (
    Marking,
    make_marking,
    mark,
    post,
    span_of,
    url,
)
from tests.page import markup, select


def test_done_freezes_and_opening_again_makes_a_version(
    made: Marking, ada_client: Client
) -> None:
    mark(ada_client, made, "water")
    page = markup(ada_client.get(url(made, "finish/")))
    assert "1 nugget from 2 relevant passages." in page
    assert ada_client.post(url(made, "finish/"), {"seen": 0}).status_code == 409
    ada_client.post(url(made, "finish/"), {"seen": 1})
    made.work.refresh_from_db()
    assert made.version.state == "frozen"
    assert made.work.finished_at
    page = markup(ada_client.get(url(made, f"{made.segments[0].uuid}/")))
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
    assert "The list is empty." in markup(empty)
    mark(ada_client, made, "water")
    thread = Thread.objects.create(
        allocation=made.work, item=str(made.segments[1].uuid), about="Passage 2"
    )
    Remark.objects.create(
        thread=thread, author=ada, kind=Remark.FLAG, reason="unclear", at=NOW
    )
    page = markup(ada_client.get(url(made, "finish/")))
    assert "1 nugget has no importance" in page
    assert f'{made.segments[0].uuid}/" dir="auto">water</a>' in page
    assert "1 flag waits for an answer" in page
    assert ada_client.post(url(made, "finish/"), {"seen": 1}).status_code == 422
    assert made.version.state == "open"
    (leave,) = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
    post(ada_client, made, vital=str(Nugget.objects.get().uuid))
    agreed = {"seen": 2, "leave": leave}  # to more than is open now
    assert ada_client.post(url(made, "finish/"), agreed).status_code == 422
    page = markup(ada_client.get(url(made, "finish/")))
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
        shown = markup(ada_client.get(url(made, page)))
        assert select(shown, f'[name="version"][value="{made.version.uuid}"]')


def test_a_topic_without_a_list_begins_with_an_empty_one(
    made: Marking, ada_client: Client
) -> None:
    made.bank.versions.all().delete()
    assert "Begin" in markup(ada_client.get(url(made)))
    ada_client.post(url(made, "begin/"))
    assert made.version.state == "open"
    assert ada_client.get(url(made)).status_code == 302


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
