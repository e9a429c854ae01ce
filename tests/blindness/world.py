"""One world: a track with its people, and a piece of every type of work for Ada.

`world` is 0 or 1, and the only difference between the two; what it changes is hidden
from Ada. What she may see has the same uuid in both; row numbers differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from assess.judging.guidelines.actions import write_guideline
from assess.judging.models import Allocation, Slot
from exams.models import ExamPassage
from jobs.actions import create_job
from llm.models import Call, CallState
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Bank, Condition
from runs.models import (
    Citation,
    Import,
    Run,
    Segment,
    Sentence,
    Subnarrative,
    Topic,
    Track,
)
from tests.assess.exchange.exports.snapshot import make_snapshot
from tests.blindness import hidden_rows
from tests.blindness.names import named, same
from tests.exams.world import (
    make_question_bank,
    make_questions,
    questions_of,
)
from tests.llm.endpoints.make import make_endpoint
from tests.make import (
    NOW,
    make_allocation,
    make_bank,
    make_board,
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

CAST = ("ada", "bea", "cleo", "omar", "vera", "olga", "sue", "nobody")


class World(NamedTuple):
    """The people by name, Ada's work by type, and a row of each type by its name."""

    track: Track
    people: dict[str, User]
    works: dict[str, Allocation]
    rows: dict[str, UUID]

    def client(self, name: str) -> Client:
        """Return a browser in which a person is signed in."""
        client = Client()
        client.force_login(self.people[name])
        return client


@contextmanager
def built(world: int) -> Iterator[World]:
    """Build a world, and delete it afterwards so that the other can use its uuids."""
    cache.clear()
    with transaction.atomic():
        yield build(world)
        transaction.set_rollback(True)


def build(world: int) -> World:
    """Make one of the two worlds."""
    people = _people()
    _elsewhere(people["olga"], world)
    track = same(_track(people), "track")
    topic = same(make_topic(track), "topic")
    passage = same(make_segment(track, "doc#1"), "passage")
    part = Subnarrative.objects.create(topic=topic, text="ice", folded="ice")
    same(part, "part")
    runs = [_run(track, topic, place, passage, world) for place in range(3)]
    bank = _bank(track, topic)
    works = _works(topic, people["ada"], bank, world)
    hidden_rows.add(works, people, world=world)
    Allocation.objects.update(seed="one seed for both worlds")
    _guidelines(track, people, world)
    rows = _rows(track, people, bank, runs[0], works)
    works = {name: Allocation.objects.get(pk=work.pk) for name, work in works.items()}
    return World(track, people, works, rows)


def _people() -> dict[str, User]:
    people = {}
    for name in CAST:
        # A slow hash is useless here: nobody signs in by password.
        user = User.objects.create(username=name, is_superuser=name == "sue")
        people[name] = same(user, name)
    return people


def _elsewhere(olga: User, world: int) -> None:
    """Make a track that is only Olga's; it also shifts all row numbers."""
    track = make_track(name=f"sentinelelsewhere-{world}", organizer=olga)
    same(track, "elsewhere")
    for number in range(1 + 4 * world):
        add_elsewhere(track, olga, number)


def add_elsewhere(track: Track, olga: User, number: int) -> None:
    """Add one more of everything in a track that Ada is not in."""
    name = f"sentinelelsewhere-{number}"
    topic = make_topic(track, name)
    make_response(make_run(track, name), topic)
    make_version(make_bank(track, name), topic)
    make_judge(track, name)
    make_segment(track, f"sentinelelsewhere#{number}")
    create_job("judge", scope=track.uuid, owner=olga, title=name, params={}, now=NOW)


def _track(people: dict[str, User]) -> Track:
    assessors = [people[name] for name in ("ada", "bea", "cleo")]
    track = make_track(
        organizer=people["omar"], assessors=assessors, viewer=people["vera"]
    )
    track.slug = "harbour"
    track.save(update_fields=["slug"])
    return track


def _run(track: Track, topic: Topic, place: int, passage: Segment, world: int) -> Run:
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
    same(response, f"response {place}")
    return same(run, f"run {place}")


def _bank(track: Track, topic: Topic) -> Bank:
    bank = same(make_bank(track), "bank")
    version = same(make_version(bank, topic), "version")
    for nugget in nuggets_of(version):
        same(nugget, nugget.text)
    return bank


def _works(topic: Topic, ada: User, bank: Bank, world: int) -> dict[str, Allocation]:
    """Hand out work that needs only the topic and its bank."""
    turns = [same(turn, turn.name) for turn in make_conversation(topic.track)]
    same(
        Sentence.objects.create(
            response=topic.responses.get(uuid=named("response 0")),
            position=2,
            text="I hope this helps.",
        ),
        "uncited",
    )
    works = {
        "assignment": make_allocation(topic, ada, bank),
        "support": make_allocation(topic, ada, work="support"),
        "relevance": make_allocation(topic, ada, work="relevance"),
        "subnarratives": make_allocation(topic, ada, work="subnarratives"),
        "need": make_allocation(topic, ada, work="need"),
        "ptkb": make_allocation(turns[1], ada, work="ptkb"),
        "exam": _exam(topic, ada),
        "match": hidden_rows.to_match(topic, bank, ada, world),
        "taken": _taken(same(make_topic(topic.track, "16"), "taken topic"), ada),
    }
    response = topic.responses.get(uuid=named("response 0"))
    nugget = topic.nuggets.get(uuid=named("fresh water floats"))
    judge = make_person(ada, topic.track)
    make_label(ASSIGNMENT, judge, nugget, response, value="")
    return {name: same(work, f"work {name}") for name, work in works.items()}


def _exam(topic: Topic, ada: User) -> Allocation:
    """Hand out the grading of two questions on a passage."""
    bank = same(make_question_bank(topic.track), "questions")
    version = make_questions(bank, topic, ["What floats?", "What sinks?"])
    for number, question in enumerate(questions_of(version)):
        same(question, f"question {number}")
    same(version, "question version")
    segment = Segment.objects.get(uuid=named("passage"))
    same(ExamPassage.objects.create(topic=topic, segment=segment), "exam passage")
    work = make_allocation(topic, ada, work="exam")
    work.subject = str(bank.uuid)
    work.save(update_fields=["subject"])
    return work


def _taken(topic: Topic, ada: User) -> Allocation:
    slot = Slot.objects.create(track=topic.track, work="relevance", topic=topic)
    work = make_allocation(topic, ada, work="relevance")
    work.slot, work.leased_until = slot, timezone.now() + timedelta(hours=8)
    work.save(update_fields=["slot", "leased_until"])
    return work


def _guidelines(track: Track, people: dict[str, User], world: int) -> None:
    for kind in ("relevance", "assignment"):
        text, by = "# Read it all", people["omar"]
        written = write_guideline(track, kind, text, seen=0, by=by, now=NOW)
        if world:
            written.readers.add(people["bea"])


def _rows(
    track: Track,
    people: dict[str, User],
    bank: Bank,
    run: Run,
    works: dict[str, Allocation],
) -> dict[str, UUID]:
    """Return a row of each type that a URL can name."""
    _named_rows(track, people["omar"], bank)
    said = hidden_rows.talk(works["relevance"], "passage", people, "Is it?")
    same(said, "thread")
    names = (
        *("adjudication", "item", "topic", "bank", "version", "judge", "board"),
        *("call", "condition", "endpoint", "job", "row", "thread", "questions"),
    )
    return {name: named(name) for name in names} | {
        "track": track.uuid,
        "scope": track.uuid,
        "person": people["ada"].uuid,
        "run": run.uuid,
        "thing": run.uuid,
        "response": named("response 0"),
        "passage": named("exam passage"),
        "question": named("question 0"),
        "question_version": named("question version"),
        "segment": named("passage"),
        "turn": named("14_2"),
        "pair": named("pair 0"),
        "snapshot": same(make_snapshot(track, title="sentineljob"), "snapshot").uuid,
    }


def _named_rows(track: Track, omar: User, bank: Bank) -> None:
    """Make a judge, a condition with it, a job and the import that it reads."""
    judge = same(make_judge(track, "sentineljudge"), "judge")
    condition = Condition.objects.create(
        track=track, name="sentinelcondition", bank=bank, assignment_judge=judge
    )
    same(condition, "condition")
    endpoint = make_endpoint("https://sentinel.example.org/v1", "sentinelendpoint")
    same(endpoint, "endpoint")
    same(make_board(track, {"sentinelrun": 1.0}, "sentinelboard"), "board")
    title = "sentineljob"
    job = create_job(
        "judge", scope=track.uuid, owner=omar, title=title, params={}, now=NOW
    )
    same(job, "job")
    call = Call.objects.create(
        endpoint="sentinelendpoint",
        model="sentinelmodel",
        prompt_name="judge_relevance",
        reply="sentinelreply",
        job=named("job"),
        scope=track.uuid,
        state=CallState.ANSWERED,
        started_at=NOW,
    )
    same(call, "call")
    row = Import.objects.create(
        track=track,
        kind="topics",
        filename="sentinelfile",
        sha256="0",
        size=1,
        job=named("job"),
    )
    same(row, "row")
