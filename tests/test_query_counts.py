"""The number of SQL statements of each page and each action is a committed number.

A new page or action is one line in a table below: its number, its address, and what is
posted. The number must stay when there is twice as much of everything. Where a number
differs, the statements are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from accounts.models import User
from assess.models import Allocation, Judge, Remark, Slot, Thread
from assess.ptkb.kind import PTKB
from assess.relevance.kind import RELEVANCE
from assess.support.kind import SUPPORT
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.editing.actions import start_post_edit
from nuggets.models import Bank, Condition, Nugget
from nuggets.spans.actions import start_span_bank
from runs.actions.subnarratives import name_subnarratives
from runs.models import (
    Citation,
    PtkbStatement,
    RankedList,
    Response,
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


class Ask(NamedTuple):
    """How many statements a request takes; `{names}` stand for ids of the world."""

    statements: int
    address: str
    post: dict[str, Any] | None = None


# In this order: some requests build on what those before them left.
ASSESSOR = (
    Ask(46, "/"),
    Ask(3, "/work/{relevance}/"),
    Ask(4, "/work/{relevance}/guidelines/"),
    # Shared queues.
    Ask(9, "/work/take/{track}/relevance/", {}),
    Ask(5, "/work/{taken}/put-back/", {}),
    # Threads.
    Ask(5, "/work/threads/"),
    Ask(4, "/work/threads/{thread}/read/", {}),
    Ask(11, "/work/{relevance}/threads/new/?item={segment}"),
    Ask(
        20,
        "/api/work/{relevance}/threads/",
        {"item": "{segment}", "kind": "comment", "text": "Which port?"},
    ),
    # Relevance.
    Ask(10, "/work/{relevance}/relevance/"),
    Ask(16, "/work/{relevance}/relevance/{segment}/"),
    Ask(
        11,
        "/api/work/{relevance}/relevance/",
        {"segment": "{segment}", "value": "2", "seen": "0"},
    ),
    Ask(
        12,
        "/api/work/{relevance}/relevance/",
        {"segment": "{segment}", "value": "3", "seen": "1"},
    ),
    Ask(
        12,
        "/work/{relevance}/relevance/{segment}/label/",
        {"segment": "{segment}", "value": "", "seen": "2"},
    ),
    Ask(11, "/work/{relevance}/relevance/recent/"),
    Ask(20, "/work/{relevance_done}/relevance/"),
    Ask(13, "/work/{relevance_done}/relevance/finish/", {}),
    # Support.
    Ask(9, "/work/{support}/support/"),
    Ask(15, "/work/{support}/support/{response}/"),
    Ask(
        10,
        "/api/work/{support}/support/",
        {"citation": "{citation}", "value": "no_support", "seen": "0"},
    ),
    Ask(
        11,
        "/api/work/{support}/support/",
        {"citation": "{citation}", "value": "full_support", "seen": "1"},
    ),
    Ask(
        10,
        "/work/{support}/support/{response}/label/",
        {"citation": "{citation}", "value": "", "seen": "2"},
    ),
    Ask(10, "/work/{support}/support/recent/"),
    Ask(18, "/work/{support_done}/support/"),
    Ask(10, "/work/{support_done}/support/finish/", {}),
    # Assignment.
    Ask(8, "/work/{assignment}/assign/"),
    Ask(12, "/work/{assignment}/assign/{response}/"),
    Ask(
        12,
        "/api/work/{assignment}/assignment/",
        {
            "response": "{response}",
            "nugget": "{nugget}",
            "value": "support",
            "seen": "0",
        },
    ),
    Ask(
        13,
        "/api/work/{assignment}/assignment/",
        {
            "response": "{response}",
            "nugget": "{nugget}",
            "value": "not_support",
            "seen": "1",
        },
    ),
    Ask(
        12,
        "/work/{assignment}/assign/{response}/label/",
        {"nugget": "{nugget}", "value": "", "seen": "2"},
    ),
    Ask(9, "/work/{assignment}/assign/recent/"),
    Ask(17, "/work/{assignment_done}/assign/"),
    Ask(13, "/work/{assignment_done}/assign/finish/", {}),
    # Statements.
    Ask(6, "/work/{ptkb}/ptkb/"),
    Ask(10, "/work/{ptkb}/ptkb/{turn}/"),
    Ask(
        10,
        "/api/work/{ptkb}/ptkb/",
        {"statement": "{statement}", "value": "relevant", "seen": "0"},
    ),
    Ask(
        10,
        "/work/{ptkb}/ptkb/{turn}/label/",
        {"statement": "{statement}", "value": "", "seen": "1"},
    ),
    Ask(7, "/work/{ptkb}/ptkb/recent/"),
    Ask(12, "/work/{ptkb_done}/ptkb/"),
    Ask(9, "/work/{ptkb_done}/ptkb/finish/", {}),
    # Sub-narratives.
    Ask(9, "/work/{subnarratives}/subnarratives/"),
    Ask(
        25,
        "/api/work/{subnarratives}/subnarratives/",
        {"action": "add", "text": "what it costs", "seen": "1"},
    ),
    Ask(
        23,
        "/api/work/{subnarratives}/subnarratives/",
        {"action": "vital", "on": "{part}", "seen": "2"},
    ),
    Ask(
        21,
        "/work/{subnarratives}/subnarratives/step/",
        {"action": "undo", "seen": "3"},
    ),
    Ask(8, "/work/{subnarratives}/subnarratives/finish/", {"seen": "4"}),
    Ask(6, "/work/{subnarratives}/subnarratives/reopen/", {}),
    # Post-editing.
    Ask(16, "/work/{nuggets}/nuggets/"),
    Ask(13, "/work/{nuggets}/nuggets/list/"),
    Ask(14, "/work/{nuggets}/nuggets/passages/{passage}/"),
    Ask(
        16,
        "/api/work/{nuggets}/nuggets/",
        {
            "version": "{edited}",
            "action": "okay",
            "nugget": "{drafted}",
            "seen": "0",
        },
    ),
    Ask(
        21,
        "/api/work/{nuggets}/nuggets/",
        {
            "version": "{edited}",
            "action": "reword",
            "nugget": "{drafted}",
            "text": "Brine sinks",
            "seen": "1",
        },
    ),
    Ask(
        29,
        "/work/{nuggets}/nuggets/act/",
        {"action": "undo", "seen": "2"},
    ),
    Ask(11, "/work/{nuggets}/nuggets/changes/"),
    Ask(21, "/work/{nuggets}/nuggets/finish/", {"seen": "3"}),
    Ask(18, "/work/{nuggets}/nuggets/reopen/", {}),
    # Span nuggets.
    Ask(10, "/work/{spans}/spans/begin/", {}),
    Ask(11, "/work/{spans}/spans/"),
    Ask(20, "/work/{spans}/spans/{turn_passage}/"),
    Ask(
        17,
        "/work/{spans}/spans/{turn_passage}/act/",
        {"span": "{turn_passage} 0 4", "seen": "0"},
    ),
    Ask(22, "/work/{spans}/spans/finish/", {"seen": "1"}),
    # Gold answers.
    Ask(18, "/work/{answers}/answer/"),
    Ask(16, "/work/{answers}/answer/passages/{turn_passage}/"),
    Ask(
        10,
        "/api/work/{answers}/answers/",
        {"text": "Ice floats.", "covered": [], "used": [], "seen": "0"},
    ),
    Ask(
        11,
        "/work/{answers}/answer/save/",
        {"text": "Ice floats first.", "seen": "1"},
    ),
    Ask(8, "/work/{answers}/answer/finish/", {"seen": "2"}),
    Ask(5, "/work/{answers}/answer/reopen/", {}),
)
ORGANIZER = (
    Ask(17, "/"),
    Ask(22, "/tracks/{track}/"),
    Ask(4, "/tracks/{track}/people/"),
    Ask(5, "/tracks/{track}/topics/"),
    Ask(7, "/tracks/{track}/topics/{topic}/"),
    Ask(5, "/tracks/{track}/runs/"),
    Ask(6, "/tracks/{track}/runs/{run}/"),
    Ask(6, "/tracks/{track}/responses/{response}/"),
    Ask(4, "/tracks/{track}/segments/{segment}/"),
    Ask(4, "/tracks/{track}/imports/"),
    Ask(3, "/tracks/{track}/imports/new/"),
    Ask(50, "/tracks/{track}/work/"),
    Ask(27, "/tracks/{track}/work/new/"),
    Ask(27, "/tracks/{track}/work/people/{ada}/"),
    Ask(7, "/tracks/{track}/threads/"),
    Ask(6, "/tracks/{track}/guidelines/"),
    Ask(4, "/tracks/{track}/guidelines/relevance/"),
    Ask(8, "/tracks/{track}/judges/"),
    Ask(10, "/tracks/{track}/judges/{judge}/"),
    Ask(3, "/tracks/{track}/judges/new/"),
    Ask(5, "/tracks/{track}/judging/new/"),
    Ask(4, "/tracks/{track}/banks/"),
    Ask(6, "/tracks/{track}/banks/{bank}/"),
    Ask(7, "/tracks/{track}/versions/{version}/"),
    Ask(15, "/tracks/{track}/scores/"),
    Ask(11, "/tracks/{track}/scores/{run}/?condition={condition}"),
    Ask(9, "/tracks/{track}/scores/responses/{response}/?condition={condition}"),
    Ask(10, "/tracks/{track}/scores/support/?judge={judge}"),
    Ask(20, "/tracks/{track}/agreement/"),
    Ask(23, "/tracks/{track}/exports/"),
    Ask(4, "/api/tracks/"),
    Ask(8, "/api/tracks/{track}/labels/assignment/"),
)


class World:
    """Two tracks in which every kind of work stands open; twice as full at size 2."""

    def __init__(self, ada: User, omar: User, *, size: int) -> None:
        self.ada = ada
        self.many = 2 * size
        self.ids: dict[str, str] = {"ada": str(ada.uuid)}
        self.track = make_track(organizer=omar, assessors=[ada])
        self.person = make_person(ada, self.track)
        self.judge = make_judge(self.track)
        self.runs = [make_run(self.track, f"run-{n}") for n in range(self.many)]
        self.bank = make_bank(self.track)
        self.name(track=self.track, judge=self.judge, bank=self.bank, run=self.runs[0])
        self.furnish("", judges=[self.judge])
        for number in range(size):
            self.furnish(f"_done{number or ''}", judges=[self.judge, self.person])
        self.name(condition=self.make_condition())
        self.draft_and_edit()
        self.queue()
        self.discuss()
        self.talk(make_track(profile="ikat24", organizer=omar, assessors=[ada]))

    def name(self, **rows: Any) -> None:  # noqa: ANN401 - any public row
        self.ids |= {name: str(row.uuid) for name, row in rows.items()}

    def furnish(self, suffix: str, *, judges: list[Judge]) -> Topic:
        """Make a topic with all that is judged on it, labelled by some judges."""
        topic = make_topic(self.track, f"topic{suffix}")
        texts = [f"part {n}" for n in range(self.many)]
        name_subnarratives(topic, [(text, False) for text in texts], now=NOW)
        segments = self.pool(topic, suffix)
        answers = [make_response(run, topic, cites=segments[0]) for run in self.runs]
        texts = [f"nugget {n}" for n in range(self.many)]
        version = make_version(self.bank, topic, texts)
        nuggets = nuggets_of(version)
        cited = list(Citation.objects.filter(sentence__response__topic=topic))
        for judge in judges:
            self.label(judge, topic, segments, cited, nuggets, answers)
        self.hand_out(topic, suffix, relevance=None, support=None, assignment=self.bank)
        if not suffix:
            self.name(topic=topic, segment=segments[0], response=answers[0])
            self.name(citation=cited[0], nugget=nuggets[0], version=version)
        return topic

    def pool(self, topic: Topic, suffix: str) -> list[Segment]:
        segments = [
            make_segment(self.track, f"doc{suffix}#{n}") for n in range(self.many)
        ]
        ranks = [segment.pk for segment in segments]
        RankedList.objects.bulk_create(
            RankedList(run=run, topic=topic, segment_ids=ranks, scores=ranks)
            for run in self.runs
        )
        return segments

    def label(
        self,
        judge: Judge,
        topic: Topic,
        segments: list[Segment],
        cited: list[Citation],
        nuggets: list[Nugget],
        answers: list[Response],
    ) -> None:
        for segment in segments:
            make_label(RELEVANCE, judge, topic, segment, value="2")
        for citation in cited:
            make_label(SUPPORT, judge, citation, value="full_support")
        for nugget in nuggets:
            for answer in answers:
                make_label(ASSIGNMENT, judge, nugget, answer, value="support")

    def hand_out(self, topic: Topic, suffix: str, **kinds: Bank | None) -> None:
        for kind, bank in kinds.items():
            work = make_allocation(topic, self.ada, bank, kind=kind)
            self.name(**{f"{kind}{suffix}": work})

    def make_condition(self) -> Condition:
        return Condition.objects.create(
            track=self.track,
            name="main",
            bank=self.bank,
            assignment_judge=self.judge,
            qrels_judge=self.judge,
        )

    def draft_and_edit(self) -> None:
        """Hand out the post-editing of a draft, and the review of sub-narratives."""
        topic = Topic.objects.get(uuid=self.ids["topic"])
        draft = make_bank(self.track, "draft", origin=Bank.AUTOMATIC)
        Bank.objects.filter(pk=draft.pk).update(qrels_judge=self.judge)
        draft.refresh_from_db()
        make_version(draft, topic, [f"drafted {n}" for n in range(self.many)])
        bank = start_post_edit(draft, "edited", now=NOW)
        version = bank.versions.get()
        self.hand_out(topic, "", nuggets=bank, subnarratives=None)
        Allocation.objects.filter(kind="subnarratives").update(exclusive=True)
        part = Subnarrative.objects.filter(topic=topic).order_by("pk")[0]
        passage = Segment.objects.get(uuid=self.ids["segment"])
        self.name(edited=version, drafted=nuggets_of(version)[0], part=part)
        self.name(passage=passage)

    def queue(self) -> None:
        """Share some topics in a queue, one of them taken."""
        topics = [make_topic(self.track, f"shared {n}") for n in range(self.many)]
        slots = [
            Slot.objects.create(track=self.track, kind="relevance", topic=topic)
            for topic in topics
        ]
        taken = make_allocation(topics[0], self.ada, kind="relevance")
        Allocation.objects.filter(pk=taken.pk).update(slot=slots[0])
        self.name(taken=taken)

    def discuss(self) -> None:
        """Say something about every segment of a topic but the first."""
        work = Allocation.objects.get(uuid=self.ids["relevance"])
        for segment in Segment.objects.filter(docid__startswith="doc#")[1:]:
            thread = Thread.objects.create(
                allocation=work, item=str(segment.uuid), about=segment.docid
            )
            Remark.objects.create(
                thread=thread, kind=Remark.COMMENT, text="So?", author=self.ada, at=NOW
            )
        self.name(thread=thread)

    def talk(self, track: Track) -> None:
        """Hand out what is judged and written on a turn of a conversation."""
        statements = [f"I sail boat {n}." for n in range(self.many)]
        asked = [f"And port {n}?" for n in range(self.many)]
        done, *_rest, turn = make_conversation(
            track, asked=asked, statements=statements
        )
        person = make_person(self.ada, track)
        for statement in PtkbStatement.objects.all():
            make_label(PTKB, person, done, statement, value="relevant")
        self.hand_out(done, "_done", ptkb=None)
        judge = make_judge(track)
        for number in range(self.many):
            segment = make_segment(track, f"doc#{number}")
            make_label(RELEVANCE, judge, turn, segment, value="3")
        bank = make_bank(track)
        Bank.objects.filter(pk=bank.pk).update(qrels_judge=judge)
        make_version(bank, turn, [f"nugget {n}" for n in range(self.many)])
        spans = start_span_bank(track, "spans", qrels_judge=judge, now=NOW)
        self.hand_out(turn, "", ptkb=None, answers=bank, spans=spans)
        self.name(turn=turn, turn_passage=segment)
        self.name(statement=PtkbStatement.objects.order_by("pk")[0])


def ask(client: Client, world: World, one: Ask) -> Callable[[], Any]:
    """Return the request, ready to be made."""
    address = one.address.format(**world.ids)
    if one.post is None:
        return lambda: client.get(address)
    said: dict[str, Any] = {"key": str(uuid4())}
    for name, value in one.post.items():
        said[name] = value.format(**world.ids) if isinstance(value, str) else value
    if not address.startswith("/api/"):
        return lambda: client.post(address, said)
    return lambda: client.post(address, said, content_type="application/json")


def title(one: Ask) -> str:
    """Return a request's line in the table of numbers."""
    if one.post is None:
        return f"GET {one.address}"
    does = one.post.get("action", one.post.get("value", ""))
    return f"POST {one.address} {does} {one.post.get('seen', '')}".rstrip()


def differences(client: Client, world: World, asks: tuple[Ask, ...]) -> list[str]:
    """Make the requests in turn; return what took another number of statements."""
    found = []
    for one in asks:
        request = ask(client, world, one)
        with CaptureQueriesContext(connection) as done:
            r = request()
        assert r.status_code < 400, (title(one), r.status_code, r.content[:500])
        if len(done) != one.statements:
            sql = [f"    {query['sql'][:300]}" for query in done]
            said = f"{title(one)}: {len(done)} statements, not {one.statements}"
            found += [said, *sql]
    return found


@pytest.mark.parametrize("size", [1, 2])
def test_an_assessor_s_requests_take_their_numbers_of_statements(
    ada: User, omar: User, ada_client: Client, size: int
) -> None:
    world = World(ada, omar, size=size)
    found = differences(ada_client, world, ASSESSOR)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [1, 2])
def test_an_organizer_s_pages_take_their_numbers_of_statements(
    ada: User, omar: User, omar_client: Client, size: int
) -> None:
    world = World(ada, omar, size=size)
    found = differences(omar_client, world, ORGANIZER)
    assert not found, "\n".join(found)


def addresses(below: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in below.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield route


def test_every_address_of_work_has_its_numbers(ada: User, omar: User) -> None:
    world = World(ada, omar, size=1)
    counted = {
        resolve(one.address.format(**world.ids).partition("?")[0]).route
        for one in ASSESSOR
    }
    work = {
        route
        for route in addresses(get_resolver())
        if route.startswith(("work/", "api/work/"))
    }
    assert work - counted == set()
