"""The ledger's pages and its file, which spares another installation the calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from assess.exchange.ledger.lines import BadCall, as_record, read_calls
from llm.kernel.spec import ModelSpec, call_key
from llm.models import Call, CallState
from runs.models import Topic, Track
from tests.fake_model import FakeModel, status
from tests.machines import fake, let_judge, make_model_judge
from tests.make import make_response, make_run, make_segment, make_topic, make_track
from tests.page import texts

__all__ = ["fake"]


@pytest.fixture
def topic(omar: User) -> Topic:
    """A topic with two cited segments, in a track of Omar's."""
    return make_work(omar)


def make_work(omar: User) -> Topic:
    topic = make_topic(make_track(profile="rag24", organizer=omar))
    for number in range(2):
        run = make_run(topic.track, f"run-{number}")
        segment = make_segment(topic.track, f"d{number}", f"Gulls eat {number}.")
        make_response(run, topic, cites=segment)
    return topic


def address(track: Track, more: str = "") -> str:
    return f"/tracks/{track.uuid}/calls/{more}"


def exported(client: Client, track: Track) -> bytes:
    found = client.get(address(track, "export/"))
    return b"".join(found.streaming_content)  # type: ignore[attr-defined]


def sent(client: Client, track: Track, content: bytes) -> int:
    """Import a file; return the response's status."""
    file = SimpleUploadedFile("calls.jsonl", content)
    return client.post(address(track, "import/"), {"file": file}).status_code


def test_it_lists_searches_and_shows_calls(
    fake: FakeModel, topic: Topic, omar_client: Client
) -> None:
    fake.answer = lambda _body: "<b>grey</b> ##final score: 2"
    fake.misbehave(status(400))
    let_judge(make_model_judge(topic.track), "relevance")
    page = omar_client.get(address(topic.track))
    assert len(texts(page, "div.table tbody tr")) == 2
    found = omar_client.get(address(topic.track), {"q": "grey"})
    assert len(texts(found, "div.table tbody tr")) == 1
    failed = omar_client.get(address(topic.track), {"state": "failed"})
    assert len(texts(failed, "div.table tbody tr")) == 1
    call = Call.objects.get(state=CallState.ANSWERED)
    detail = omar_client.get(address(topic.track, f"{call.uuid}/"))
    assert texts(detail, "#reply li") == ["<b>grey</b> ##final score: 2"]


def test_another_installation_pays_nothing_again(
    fake: FakeModel, topic: Topic, omar: User, omar_client: Client
) -> None:
    let_judge(make_model_judge(topic.track), "relevance")
    file, count = exported(omar_client, topic.track), fake.count
    Call.objects.update(came_with=uuid4(), scope=uuid4(), job=None)  # elsewhere
    other = make_work(omar)
    assert sent(omar_client, other.track, file) == 302
    assert sent(omar_client, other.track, file) == 302
    assert Call.objects.filter(came_with=other.track.uuid).count() == count
    job = let_judge(make_model_judge(other.track), "relevance")
    assert (fake.count, job.result["labels given"]) == (count, 2)
    let_judge(make_model_judge(topic.track, "elsewhere"), "relevance")
    assert fake.count == 2 * count  # replies of a file are the track's alone


def test_it_shows_nothing_of_other_tracks_and_nothing_to_others(
    fake: FakeModel,
    topic: Topic,
    omar: User,
    omar_client: Client,
    ada_client: Client,
    client: Client,
) -> None:
    let_judge(make_model_judge(topic.track), "relevance")
    other = make_track(profile="rag24", organizer=omar)
    assert exported(omar_client, other) == b""
    call = Call.objects.first()
    assert call is not None
    assert omar_client.get(address(other, f"{call.uuid}/")).status_code == 404
    for more in ("", "export/", f"{call.uuid}/"):
        assert ada_client.get(address(topic.track, more)).status_code == 404
        assert client.get(address(topic.track, more)).status_code == 302
    assert sent(ada_client, topic.track, b"") == 404


def told(**changes: object) -> dict[str, Any]:
    """Return a good line's values, with changes."""
    key = call_key(ModelSpec("http://a/v1", "m"), {}, prompt_hash="0" * 64, attempt=1)
    good = {
        "key": key, "endpoint": "http://a/v1", "model": "m", "parameters": {},
        "prompt": "p", "prompt_version": "1", "prompt_hash": "0" * 64, "inputs": {},
        "attempt": 1, "finish_reason": "stop", "rejected": "",
        "state": "answered", "reply": "2", "forgiven": [],
        "started": "2026-01-05T09:00:00+00:00",
    }  # fmt: skip
    return {**good, **changes}


def line(said: Mapping[str, object]) -> bytes:
    return json.dumps(said).encode()


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"[]",
        b"\xff",
        b"[" * 100_000,
        b'{"state": NaN}',
        *(
            line(told(**{name: value}))
            for name, value in (
                ("key", "0" * 64),  # another call's
                ("model", "m2"),
                ("model", ["m"]),
                ("reply", "x" * 1_000_001),
                ("reply", "a\0b"),
                ("reply", "\ud800"),
                ("parameters", []),
                ("parameters", {"a": "x" * 200_000}),
                ("inputs", {"a\0": 1}),
                ("prompt_tokens", -1),
                ("prompt_tokens", 10**30),
                ("prompt_tokens", True),
                ("reply_tokens", 1.5),
                ("attempt", None),
                ("seconds", 1e300),
                ("cost", "NaN"),
                ("cost", "-1"),
                ("cost", 1),
                ("started", "yesterday"),
                ("started", "2026-01-05T09:00:00"),
                ("forgiven", "all"),
                ("prompt_hash", "../../etc"),
            )
        ),
    ],
)
def test_a_hostile_line_is_refused_by_its_number(bad: bytes) -> None:
    with pytest.raises(BadCall, match=r"^Line 2: "):
        list(read_calls([line(told()), bad]))


def test_a_bad_file_brings_nothing(topic: Topic, omar_client: Client) -> None:
    assert sent(omar_client, topic.track, line(told()) + b"\n{") == 422
    assert not Call.objects.exists()


def test_calls_without_a_reply_stay_behind_and_a_line_survives_its_file() -> None:
    assert list(read_calls([line(told(state="failed")), b""])) == []
    [call] = read_calls([line(told())])
    found = as_record(call)
    assert {name: found[name] for name in told()} == told()
