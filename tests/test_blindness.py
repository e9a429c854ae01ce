"""Two worlds that differ only in what is hidden look the same to an assessor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID, uuid5

import pytest
from django.db.models import Model
from django.test import Client

from accounts.models import User
from assess.models import Allocation
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, BankVersion
from runs.models import Response, Run, Topic, Track
from tests.make import (
    make_allocation,
    make_bank,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

M = TypeVar("M", bound=Model)
SPACE = UUID("6f0c0a2e-3a63-4c39-9f0f-5a2f6a0b7d11")
SENTINELS = ("sentineltag", "sentinelgroup", "sentineljudge")
MASKS = (
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]+'), r"\1…"),
    (re.compile(r'(X-CSRFToken": ")[^"]+'), r"\1…"),
    (re.compile(r'(name="key" value=")[^"]+'), r"\1…"),
    (re.compile(r'("saved_at":")[^"]+'), r"\1…"),
)
HIDDEN_HEADERS = {"Set-Cookie", "Content-Length", "Date", "Expires", "Last-Modified"}
Answers = dict[str, tuple[int, dict[str, str], str]]


def same(row: M, name: str) -> M:
    """Give a row the uuid that it has in both worlds."""
    row.uuid = uuid5(SPACE, name)  # type: ignore[attr-defined]
    row.save(update_fields=["uuid"])
    return row


def build(ada: User, bea: User, omar: User, *, world: int) -> Allocation:
    """Make one of the two worlds: `world` is all that differs, and all hidden."""
    track = same(make_track(organizer=omar, assessors=[ada, bea]), "track")
    type(track).objects.filter(pk=track.pk).update(slug="harbour")
    topic = same(make_topic(track), "topic")
    bank = same(make_bank(track), "bank")
    version = same(make_version(bank, topic), "version")
    nuggets = nuggets_of(version)
    for nugget in nuggets:
        same(nugget, nugget.text)
    responses = [_response(track, topic, place, world=world) for place in range(3)]
    _hidden_labels(track, nuggets, responses, bea, world=world)
    make_label(ASSIGNMENT, make_person(ada, track), nuggets[0], responses[0], value="")
    work = same(make_allocation(topic, ada, bank), "work")
    Allocation.objects.filter(pk=work.pk).update(seed="one seed for both worlds")
    return work


def _response(track: Track, topic: Topic, place: int, *, world: int) -> Response:
    run = make_run(
        track,
        f"sentineltag-{world}-{(place * (world + 1)) % 7}",
        group=f"sentinelgroup-{world}",
        task=(Run.RAG, Run.AG)[world],
    )
    sentences = (f"Answer {place} says it.", "And more.")
    return same(make_response(run, topic, sentences), f"response {place}")


def _hidden_labels(
    track: Track, nuggets: list[Any], responses: list[Any], bea: User, *, world: int
) -> None:
    machine = make_judge(track, f"sentineljudge-{world}")
    values = ("support", "not_support")
    for nugget in nuggets:
        for response in responses:
            make_label(ASSIGNMENT, machine, nugget, response, value=values[world])
    if world:
        person = make_person(bea, track)
        make_label(ASSIGNMENT, person, nuggets[0], responses[1], value="support")


def visits(work: Allocation) -> Iterator[tuple[str, str, dict[str, Any] | None]]:
    """Yield every request that the assessor can make for their work, in order."""
    base, api = f"/work/{work.uuid}/assign/", f"/api/work/{work.uuid}/assignment/"
    track, nugget = work.track.uuid, uuid5(SPACE, "fresh water floats")
    responses = [uuid5(SPACE, f"response {place}") for place in range(3)]
    yield "GET", "/", None
    yield "GET", f"/work/{work.uuid}/", None
    yield "GET", base, None
    for response in responses:
        yield "GET", f"{base}{response}/", None
    for place, response in enumerate(responses):
        body = {
            "response": str(response),
            "nugget": str(nugget),
            "key": str(uuid5(SPACE, f"key {place}")),
            "value": "support",
            "seen": int(place == 0),
        }
        yield "JSON", api, body
        yield "JSON", api, body | {"value": "not_support"}
        yield "JSON", api, body | {"key": str(uuid5(SPACE, f"late {place}"))}
        form = body | {"key": str(uuid5(SPACE, f"form {place}"))}
        yield "POST", f"{base}{response}/label/", form
        yield "POST", f"{base}{response}/label/", form | {"value": "perhaps"}
        yield "GET", f"{base}{response}/", None
    yield "JSON", api, {}
    yield "POST", f"{base}finish/", {}
    yield "GET", "/", None
    for tail in ("", "topics/", "runs/", "judges/", "labels/assignment/"):
        yield "GET", f"/api/tracks/{track}/{tail}", None
    yield "GET", "/api/tracks/", None
    for tail in ("", "work/", "runs/", "topics/", "banks/", "judges/", "scores/"):
        yield "GET", f"/tracks/{track}/{tail}", None


def ask(
    client: Client, method: str, address: str, body: dict[str, Any] | None
) -> Answer:
    if method == "GET":
        return client.get(address)
    if method == "POST":
        return client.post(address, body)
    return client.post(address, body, content_type="application/json")


def masked(text: str) -> str:
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def walk(client: Client, work: Allocation) -> Answers:
    """Return every answer: its status, headers and body, tokens and times masked."""
    answers: Answers = {}
    for number, (method, address, body) in enumerate(visits(work)):
        r = ask(client, method, address, body)
        headers = {k: v for k, v in r.items() if k not in HIDDEN_HEADERS}
        text = masked(r.content.decode())
        answers[f"{number} {method} {address}"] = (r.status_code, headers, text)
    return answers


def clear(work: Allocation) -> None:
    """Take a world down, so that the other can have its uuids."""
    from assess.models import Change, Judge
    from nuggets.models import AssignmentLabel, Listing, Nugget

    for model in (Change, AssignmentLabel, Allocation, Listing, BankVersion, Nugget):
        model.objects.all().delete()
    for last in (Response, Judge, Bank):
        last.objects.all().delete()
    work.track.delete()


@pytest.fixture
def worlds(
    ada: User, bea: User, omar: User, ada_client: Client
) -> tuple[Answers, Answers]:
    """Return what Ada is answered in each world."""
    found = []
    for world in range(2):
        work = build(ada, bea, omar, world=world)
        found.append(walk(ada_client, work))
        clear(work)
    return found[0], found[1]


def test_an_assessor_cannot_tell_two_worlds_apart(
    worlds: tuple[Answers, Answers],
) -> None:
    one, other = worlds
    assert one.keys() == other.keys()
    for visit, answer in one.items():
        assert answer == other[visit], visit


def test_the_walk_sees_the_work_itself(worlds: tuple[Answers, Answers]) -> None:
    answers = worlds[0]
    assert sum(status == 200 for status, _headers, _text in answers.values()) > 12
    assert any("Answer 2 says it." in text for _s, _h, text in answers.values())
    statuses = {status for status, _headers, _text in answers.values()}
    assert {200, 302, 400, 404, 409, 422} <= statuses


def test_nothing_hidden_is_named_anywhere(worlds: tuple[Answers, Answers]) -> None:
    for answers in worlds:
        for visit, (_status, headers, text) in answers.items():
            everything = f"{visit} {headers} {text}".lower()
            assert not [word for word in SENTINELS if word in everything], visit
