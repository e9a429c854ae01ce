"""Two worlds that differ only in what is hidden look the same to an assessor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import UUID, uuid5

import pytest
from django.db.models import Model
from django.test import Client

from accounts.models import User
from assess.actions.labels import NewLabel, record_labels
from assess.models import (
    Allocation,
    Change,
    Judge,
    PtkbLabel,
    RelevanceLabel,
    Slot,
    SupportLabel,
)
from assess.ptkb.kind import PTKB
from assess.relevance.kind import RELEVANCE
from assess.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.banks.actions import Entry, Source, create_bank, write_version
from nuggets.editing.actions import start_post_edit
from nuggets.models import (
    AssignmentLabel,
    Bank,
    BankVersion,
    Descent,
    Edit,
    Listing,
    Nugget,
    NuggetSource,
    PinnedSubnarrative,
)
from runs.models import (
    Citation,
    PtkbStatement,
    RankedList,
    Response,
    Run,
    Segment,
    Subnarrative,
    Topic,
    Track,
)
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_conversation,
    make_judge,
    make_label,
    make_person,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_track,
    make_version,
    nuggets_of,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

M = TypeVar("M", bound=Model)
SPACE = UUID("6f0c0a2e-3a63-4c39-9f0f-5a2f6a0b7d11")
SENTINELS = ("sentineltag", "sentinelgroup", "sentineljudge", "sentinelbank")
MASKS = (
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]+'), r"\1…"),
    (re.compile(r'(X-CSRFToken": ")[^"]+'), r"\1…"),
    (re.compile(r'(name="key" value=")[^"]+'), r"\1…"),
    (re.compile(r'("saved_at":")[^"]+'), r"\1…"),
    (re.compile(r"<time datetime=[^>]+>[^<]+"), "<time>…"),
    (re.compile(r"(on )\d{1,2} \w{3} \d{4}, \d\d:\d\d"), r"\1…"),
    (re.compile(r"(yours until )[^<]+"), r"\1…"),
    # What is made while the worlds are walked has a random id, of version 4.
    (re.compile(r"(?<=-)4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "…"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-…"), "…"),
)
HIDDEN_HEADERS = {"Set-Cookie", "Content-Length", "Date", "Expires", "Last-Modified"}
Answers = dict[str, tuple[int, dict[str, str], str]]


def same(row: M, name: str) -> M:
    """Give a row the uuid that it has in both worlds."""
    row.uuid = uuid5(SPACE, name)  # type: ignore[attr-defined]
    row.save(update_fields=["uuid"])
    return row


class Works(NamedTuple):
    """What one assessor was handed: labels of four kinds, and two lists to edit.

    Support comes twice: from scratch, and over the labels of one machine.
    """

    assign: Allocation
    support: Allocation
    corrected: Allocation
    relevance: Allocation
    edit: Allocation
    review: Allocation
    statements: Allocation


def build(ada: User, bea: User, omar: User, *, world: int) -> Works:
    """Make one of the two worlds: `world` is all that differs, and all hidden."""
    track = same(make_track(organizer=omar, assessors=[ada, bea]), "track")
    type(track).objects.filter(pk=track.pk).update(slug="harbour")
    topic = same(make_topic(track), "topic")
    bank = same(make_bank(track), "bank")
    version = same(make_version(bank, topic), "version")
    nuggets = nuggets_of(version)
    for nugget in nuggets:
        same(nugget, nugget.text)
    passage = same(make_segment(track, "doc#1"), "passage")
    responses = [
        _response(track, topic, place, passage, world=world) for place in range(3)
    ]
    _hidden_labels(track, nuggets, responses, bea, world=world)
    make_label(ASSIGNMENT, make_person(ada, track), nuggets[0], responses[0], value="")
    work = same(make_allocation(topic, ada, bank), "work")
    support = same(make_allocation(topic, ada, kind="support"), "support")
    corrected = _to_correct(topic, ada, world=world)
    relevance = _to_grade(topic, ada, bea, passage, world=world)
    edit = _to_edit(topic, ada, passage, world=world)
    review = same(make_allocation(topic, ada, kind="subnarratives"), "review")
    statements = _to_state(track, ada, bea, world=world)
    Allocation.objects.update(seed="one seed for both worlds")
    return Works(work, support, corrected, relevance, edit, review, statements)


def _to_correct(topic: Topic, ada: User, *, world: int) -> Allocation:
    """Show the labels of a machine, one in three left out, beside those of others."""
    name = f"sentineljudge-shown-{world}"
    machine = make_judge(topic.track, name, kind=Judge.MODEL)
    for number, citation in enumerate(Citation.objects.order_by("pk")):
        if number % 3:
            make_label(SUPPORT, machine, citation, value="full_support")
    work = Allocation.objects.create(
        track=topic.track,
        kind="support",
        topic=topic,
        assessor=ada,
        round=1,
        shown=machine,
    )
    return same(work, "corrected")


def _to_state(track: Track, ada: User, bea: User, *, world: int) -> Allocation:
    """Hand out a turn whose answer, and whose statements' labels, are others' own."""
    turns = make_conversation(track)
    for turn in turns:
        same(turn, turn.name)
    turns[1].details |= {"statements": [str(world)], "response": f"sentineltag {world}"}
    turns[1].save(update_fields=["details"])
    machine = make_judge(track, f"sentineljudge-statements-{world}")
    for said in PtkbStatement.objects.all():
        same(said, said.text)
        value = ("relevant", "not_relevant")[world]
        make_label(PTKB, machine, turns[1], said, value=value)
        if world:
            make_label(PTKB, make_person(bea, track), turns[1], said, value="relevant")
    return same(make_allocation(turns[1], ada, kind="ptkb"), "statements")


def _to_grade(
    topic: Topic, ada: User, bea: User, passage: Segment, *, world: int
) -> Allocation:
    """Pool segments by other ranks, with others' grades, and hand them out."""
    track = topic.track
    found = [same(make_segment(track, f"doc#{n}"), f"segment {n}") for n in (2, 3)]
    known = make_judge(track, f"sentineljudge-known-{world}", kind=Judge.IMPORT)
    tested = same(make_segment(track, "doc#4"), "test item")
    make_label(RELEVANCE, known, topic, tested, value=("1", "3")[world])
    ranks = [passage, *found] if world else [tested, *reversed(found), passage]
    RankedList.objects.create(
        run=make_run(track, f"sentineltag-ranks-{world}", task=Run.R),
        topic=topic,
        segment_ids=[segment.pk for segment in ranks],
        scores=[3.0 + world, 2.0, 1.0, 0.5][: len(ranks)],
    )
    part = Subnarrative.objects.create(topic=topic, text="ice", folded="ice")
    same(part, "part")
    machine = make_judge(track, f"sentineljudge-grades-{world}")
    for segment in found:
        make_label(RELEVANCE, machine, topic, segment, value=("4", "0")[world])
    if world:
        stray = make_segment(track, "doc#9")
        make_label(RELEVANCE, machine, topic, stray, value="4")
        ticks = NewLabel((topic.pk, found[0].pk), "2", {"ticks": [str(part.uuid)]})
        record_labels(RELEVANCE, make_person(bea, track), [ticks], now=NOW, actor=bea)
    work = same(make_allocation(topic, ada, kind="relevance"), "relevance")
    if world:  # in the one world the segment is pooled, in the other it is a test item
        Allocation.objects.filter(track=track).update(known=known)
        work.refresh_from_db()
    _to_take(make_topic(track, "15"), bea, known, world=world)
    return work


def _to_take(topic: Topic, bea: User, known: Judge, *, world: int) -> None:
    """Put a topic into the shared queue, in one world as a test and twice."""
    slots = [
        Slot.objects.create(
            track=topic.track,
            kind="relevance",
            topic=topic,
            known=known if world else None,
        )
        for _copy in range(1 + world)
    ]
    for slot in slots[1:]:
        work = make_allocation(topic, bea, kind="relevance")
        Allocation.objects.filter(pk=work.pk).update(slot=slot, leased_until=NOW)


def _to_edit(topic: Topic, ada: User, passage: Segment, *, world: int) -> Allocation:
    """Draft a list by a machine, and hand it out to be edited."""
    track = topic.track
    machine = make_judge(track, f"sentineljudge-drafter-{world}")
    qrels = make_judge(track, f"sentineljudge-qrels-{world}")
    make_label(RELEVANCE, qrels, topic, passage, value=("1", "3")[world])
    draft = create_bank(
        track,
        f"sentinelbank-{world}",
        origin=(Bank.AUTOMATIC, Bank.IMPORTED)[world],
        landed_at=NOW,
        drafted_by=machine,
        qrels_judge=qrels,
    )
    entries = [
        Entry(text, importance="okay", sources=[Source(passage.pk)])
        for text in ("Ice is lighter", "Brine sinks")
    ]
    write_version(draft, topic, entries, now=NOW, judge=machine)
    bank = start_post_edit(draft, f"sentinelbank-{world}-edited", now=NOW)
    for nugget in nuggets_of(same(bank.versions.get(), "list")):
        same(nugget, nugget.text)
    return same(make_allocation(topic, ada, bank, kind="nuggets"), "edit")


def _response(
    track: Track, topic: Topic, place: int, passage: Segment, *, world: int
) -> Response:
    run = make_run(
        track,
        f"sentineltag-{world}-{(place * (world + 1)) % 7}",
        group=f"sentinelgroup-{world}",
        task=(Run.RAG, Run.AG)[world],
    )
    sentences = (f"Answer {place} says it.", "And more.")
    response = make_response(run, topic, sentences, cites=passage)
    cited = Citation.objects.filter(sentence__response=response)
    for number, citation in enumerate(cited.order_by("sentence__position")):
        same(citation, f"citation {place} {number}")
    return same(response, f"response {place}")


def _hidden_labels(
    track: Track, nuggets: list[Any], responses: list[Any], bea: User, *, world: int
) -> None:
    machine = make_judge(track, f"sentineljudge-{world}")
    values = ("support", "not_support")
    for nugget in nuggets:
        for response in responses:
            make_label(ASSIGNMENT, machine, nugget, response, value=values[world])
    for citation in Citation.objects.filter(sentence__response__in=responses):
        grade = ("full_support", "no_support")[world]
        make_label(SUPPORT, machine, citation, value=grade)
    if world:
        person = make_person(bea, track)
        make_label(ASSIGNMENT, person, nuggets[0], responses[1], value="support")


Visit = tuple[str, str, dict[str, Any] | None]


def visits(works: Works) -> Iterator[Visit]:
    """Yield every request that the assessor can make for their work, in order."""
    yield from to_grade(works.relevance)
    yield from to_edit(works.edit)
    yield from to_review(works.review)
    yield from to_state(works.statements)
    yield from to_support(works.support)
    yield from to_support(works.corrected)
    yield from to_assign(works.assign)


def to_edit(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the post-editing screen."""
    base = f"/work/{work.uuid}/nuggets/"
    chosen, passage = uuid5(SPACE, "Brine sinks"), uuid5(SPACE, "passage")
    seen = 0
    yield "GET", base, None
    yield "GET", f"{base}?nugget={chosen}&box=reword", None
    yield "GET", f"{base}passages/{passage}/?nugget={chosen}", None
    for action, more in (
        ("vital", {}),
        ("okay", {}),
        ("reword", {}),
        ("reword", {"box": "reword", "text": "Brine sinks down"}),
        ("undo", {}),
        ("map_new", {"box": "map_new", "wording": "what sinks"}),
        ("nonsense", {}),
    ):
        key = str(uuid5(SPACE, f"edit {action} {len(more)}"))
        body = {"action": action, "nugget": str(chosen), "key": key, **more}
        for method in ("POST", "HTMX"):  # the second one comes late, or again
            yield method, f"{base}act/", body | {"seen": seen}
        seen += not (action == "nonsense" or (action == "reword" and not more))
    yield "GET", f"{base}list/?nugget={chosen}", None
    for action, more in (
        ("okay", {}),
        ("split", {"text": "Brine\nsinks"}),
        ("span", {"span": f"{passage} 0 5"}),
        ("merge", {"text": "one", "marked": [str(uuid5(SPACE, "Ice is lighter"))]}),
        ("nonsense", {}),
    ):
        listed = {"version": str(uuid5(SPACE, "list")), "nugget": str(chosen)}
        for time in ("first", "late"):
            key = str(uuid5(SPACE, f"queued edit {action} {time}"))
            body = {**listed, "action": action, "key": key, "seen": seen, **more}
            yield "JSON", f"/api{base}", body
        seen += action != "nonsense"
    yield "GET", f"{base}changes/", None
    yield "GET", f"{base}finish/", None
    yield "POST", f"{base}finish/", {"seen": 99}
    yield "POST", f"{base}finish/", {"seen": seen}
    yield "GET", base, None
    yield "POST", f"{base}reopen/", {}
    yield "GET", base, None


def to_review(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the review of sub-narratives."""
    base = f"/work/{work.uuid}/subnarratives/"
    api, part = f"/api{base}", str(uuid5(SPACE, "part"))
    yield "GET", base, None
    seen = work.topic.subnarrative_edits.count()
    for action, more in (
        ("vital", {}),
        ("reword", {"text": "ice and salt", "box": "reword"}),
        ("add", {"text": "who pays", "box": "add"}),
        ("drop", {"box": "drop"}),
        ("undo", {}),
        ("nonsense", {}),
    ):
        body = {"action": action, "on": part, "seen": seen, **more}
        for method, address in (("JSON", api), ("POST", f"{base}step/")):
            key = str(uuid5(SPACE, f"review {action} {method}"))
            yield method, address, body | {"key": key}  # the second comes late
        yield "GET", api, None
        seen += action != "nonsense"
    yield "GET", f"{base}?box=drop&on={part}", None
    yield "GET", f"{base}finish/", None
    yield "POST", f"{base}finish/", {"seen": 99}
    yield "POST", f"{base}finish/", {"seen": seen}
    yield "GET", base, None
    yield "POST", f"{base}reopen/", {}


def to_state(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the statements' screen."""
    base, api = f"/work/{work.uuid}/ptkb/", f"/api/work/{work.uuid}/ptkb/"
    page = f"{base}{uuid5(SPACE, '14_2')}/"
    yield "GET", base, None
    yield "GET", page, None
    for text in ("I sail.", "I hate the cold."):
        body = {
            "statement": str(uuid5(SPACE, text)),
            "key": str(uuid5(SPACE, f"state {text}")),
            "value": "relevant",
            "seen": 0,
        }
        yield "JSON", api, body
        yield "JSON", api, body | {"key": str(uuid5(SPACE, f"late state {text}"))}
        yield "POST", f"{page}label/", body | {"value": "perhaps"}
        yield "POST", f"{base}finish/", {}
    yield "GET", f"{base}recent/", None
    yield "GET", base, None


def to_grade(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the relevance screen."""
    base, api = f"/work/{work.uuid}/relevance/", f"/api/work/{work.uuid}/relevance/"
    yield "GET", base, None
    for name in ("passage", "segment 2", "segment 3", "test item"):
        segment = str(uuid5(SPACE, name))
        page = f"{base}{segment}/"
        yield "GET", page, None
        body = {
            "segment": segment,
            "key": str(uuid5(SPACE, f"grade {name}")),
            "value": "2",
            "ticks": [str(uuid5(SPACE, "part"))],
            "seen": 0,
        }
        yield "JSON", api, body
        yield "JSON", api, body | {"key": str(uuid5(SPACE, f"late grade {name}"))}
        form = body | {"key": str(uuid5(SPACE, f"form grade {name}"))}
        yield "POST", f"{page}label/", form | {"value": "9"}
        yield "POST", f"{page}label/", form
        yield "POST", f"{page}label/", form | {"seen": 1, "note": "mine"}
        yield "GET", page, None
        yield "GET", f"{base}recent/", None
        yield "GET", base, None
    yield "JSON", api, {}
    yield "POST", f"{base}finish/", {}
    yield "GET", base, None
    yield "GET", "/", None
    for tail in ("relevance/", "support/"):
        yield "POST", f"/work/take/{work.track.uuid}/{tail}", {}
    yield "GET", "/", None
    for tail in ("guidelines/", "put-back/"):
        yield "GET", f"/work/{work.uuid}/{tail}", None
        yield "POST", f"/work/{work.uuid}/{tail}", {}


def to_support(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the support screen."""
    base, api = f"/work/{work.uuid}/support/", f"/api/work/{work.uuid}/support/"
    yield "GET", base, None
    for place in range(3):
        page = f"{base}{uuid5(SPACE, f'response {place}')}/"
        yield "GET", page, None
        for number in range(2):
            body = {
                "citation": str(uuid5(SPACE, f"citation {place} {number}")),
                "key": str(uuid5(work.uuid, f"support {place} {number}")),
                "value": "partial_support",
                "seen": 0,
            }
            yield "JSON", api, body
            yield "JSON", api, body | {"key": str(uuid5(work.uuid, f"late {place}"))}
            yield "POST", f"{page}label/", body | {"value": "perhaps"}
        yield "GET", page, None
    yield from to_talk(work)
    yield "GET", f"{base}recent/", None
    yield "POST", f"{base}finish/", {}


def to_talk(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of flags, skips and comments on support work."""
    api = f"/api/work/{work.uuid}/threads/"
    response = uuid5(SPACE, "response 0")
    for number, kind in enumerate(("flag", "skip", "comment")):
        citation = uuid5(SPACE, f"citation 0 {number % 2}")
        body = {
            "item": f"support:{citation}",
            "kind": kind,
            "reason": "broken",
            "text": "what is this",
            "key": str(uuid5(work.uuid, f"talk {kind}")),
        }
        yield "JSON", api, body
        yield "JSON", api, body | {"item": "support:1"}
        yield "JSON", api, body | {"kind": "answer"}
    new = f"/work/{work.uuid}/threads/new/?on={response}"
    yield "GET", new, None
    yield "POST", new, {}
    yield "GET", f"/work/{work.uuid}/support/{response}/", None
    yield "GET", "/work/threads/", None


def to_assign(work: Allocation) -> Iterator[Visit]:
    """Yield the requests of the assignment screen, and of what is not theirs."""
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
    for tail in (
        "",
        "topics/",
        "runs/",
        "judges/",
        "labels/assignment/",
        "labels/support/",
        "labels/relevance/",
        "labels/ptkb/",
    ):
        yield "GET", f"/api/tracks/{track}/{tail}", None
    yield "GET", "/api/tracks/", None
    people = f"/tracks/{track}/work/people/{work.assessor.uuid}/"
    for address in (people, f"{people}known/relevance/{track}/"):
        yield "GET", address, None
    yield "POST", f"/tracks/{track}/work/new/", {}
    yield "POST", f"/tracks/{track}/work/queue/withdraw/", {}
    for tail in ("work/new/", "guidelines/", "guidelines/relevance/"):
        yield "GET", f"/tracks/{track}/{tail}", None
    for tail in (
        "",
        "work/",
        "runs/",
        "topics/",
        "banks/",
        "judges/",
        "scores/",
        "threads/",
    ):
        yield "GET", f"/tracks/{track}/{tail}", None


def ask(
    client: Client, method: str, address: str, body: dict[str, Any] | None
) -> Answer:
    if method == "GET":
        return client.get(address)
    if method == "POST":
        return client.post(address, body)
    if method == "HTMX":
        return client.post(address, body, headers={"HX-Request": "true"})
    return client.post(address, body, content_type="application/json")


def masked(text: str) -> str:
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def walk(client: Client, works: Works) -> Answers:
    """Return every answer: its status, headers and body, tokens and times masked."""
    answers: Answers = {}
    for number, (method, address, body) in enumerate(visits(works)):
        r = ask(client, method, address, body)
        headers = {k: masked(v) for k, v in r.items() if k not in HIDDEN_HEADERS}
        text = masked(r.content.decode())
        answers[f"{number} {method} {address}"] = (r.status_code, headers, text)
    return answers


def clear(track: Track) -> None:
    """Take a world down, so that the other can have its uuids."""
    labels = (AssignmentLabel, SupportLabel, RelevanceLabel, PtkbLabel)
    for model in (Change, *labels, Allocation):
        model.objects.all().delete()
    Slot.objects.all().delete()
    for kept in (Edit, Listing, PinnedSubnarrative, Descent, NuggetSource):
        kept.objects.all().delete()
    BankVersion.objects.update(parent=None)
    Bank.objects.update(parent=None)
    for last in (BankVersion, Nugget, Bank, Judge, Response, Segment):
        last.objects.all().delete()
    track.delete()


@pytest.fixture
def worlds(
    ada: User, bea: User, omar: User, ada_client: Client
) -> tuple[Answers, Answers]:
    """Return what Ada is answered in each world."""
    found = []
    for world in range(2):
        works = build(ada, bea, omar, world=world)
        found.append(walk(ada_client, works))
        clear(works.assign.track)
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
    for words in ("Answer 2 says it.", "Brine sinks down", "Salt water freezes late."):
        assert any(words in text for _s, _h, text in answers.values()), words
    statuses = {status for status, _headers, _text in answers.values()}
    assert {200, 302, 400, 404, 409, 422} <= statuses


def test_only_the_labels_to_correct_are_ever_shown(
    worlds: tuple[Answers, Answers],
) -> None:
    corrected = str(uuid5(SPACE, "corrected"))
    for answers in worlds:
        showing = {visit for visit, answer in answers.items() if "says:" in answer[2]}
        assert showing
        assert all(corrected in visit for visit in showing)


def test_nothing_hidden_is_named_anywhere(worlds: tuple[Answers, Answers]) -> None:
    for answers in worlds:
        for visit, (_status, headers, text) in answers.items():
            everything = f"{visit} {headers} {text}".lower()
            assert not [word for word in SENTINELS if word in everything], visit
