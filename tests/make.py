"""Rows for tests: each function makes one thing, with everything it needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

from accounts.models import User
from assess.analysis.models import ImportedBoard
from assess.judging.judges.actions import judge_of
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation, Judge, Practice
from assess.judging.models.judges import OWN, OWNED
from nuggets.models import Bank, BankVersion, Listing, Nugget
from runs.models import (
    Citation,
    Conversation,
    Membership,
    PtkbStatement,
    Response,
    Run,
    Segment,
    Sentence,
    Topic,
    Track,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PROFILES = Path(__file__).resolve().parents[1] / "runs" / "profiles"
_number = count(1)


def make_track(
    *,
    name: str = "Harbour campaign",
    profile: str = "rag25",
    organizer: User | None = None,
    assessors: Sequence[User] = (),
    viewer: User | None = None,
) -> Track:
    """Make a track with its people."""
    text = (PROFILES / f"{profile}.toml").read_text(encoding="utf-8")
    track = Track.objects.create(
        slug=f"track-{next(_number)}", name=name, profile_text=text
    )
    roles = [(organizer, Membership.ORGANIZER), (viewer, Membership.VIEWER)]
    roles += [(assessor, Membership.ASSESSOR) for assessor in assessors]
    for user, role in roles:
        if user:
            Membership.objects.create(track=track, user=user, role=role)
    return track


def make_topic(
    track: Track, name: str = "14", text: str = "Why do harbours freeze?"
) -> Topic:
    """Make a topic at the end of its track."""
    position = track.topics.count() + 1
    return Topic.objects.create(track=track, name=name, text=text, position=position)


def make_conversation(
    track: Track,
    name: str = "14",
    *,
    asked: Sequence[str] = ("Where do harbours freeze?", "And that one?"),
    statements: Sequence[str] = ("I sail.", "I hate the cold."),
) -> list[Topic]:
    """Make a conversation with its person's statements; return its turns."""
    talk = Conversation.objects.create(track=track, name=name, title="Ice")
    for place, text in enumerate(statements, start=1):
        PtkbStatement.objects.create(conversation=talk, name=str(place), text=text)
    first = track.topics.count() + 1
    return [
        Topic.objects.create(
            track=track,
            name=f"{name}_{place}",
            text=f"{text} (in full)",
            position=first + place,
            conversation=talk,
            details={"utterance": text, "response": f"Answer {place}."},
        )
        for place, text in enumerate(asked, start=1)
    ]


def make_turn(track: Track) -> Topic:
    """Make one turn of a conversation with somebody who owns a boat."""
    talk = Conversation.objects.create(track=track, name="14", title="Winter harbours")
    PtkbStatement.objects.create(conversation=talk, name="1", text="I own a boat.")
    topic = make_topic(track, "14_2")
    topic.conversation = talk
    topic.save(update_fields=["conversation"])
    return topic


def make_segment(
    track: Track, docid: str, text: str = "Salt water freezes late."
) -> Segment:
    """Make a segment with text."""
    return Segment.objects.create(track=track, docid=docid, text=text)


def make_run(
    track: Track,
    name: str = "run-a",
    *,
    group: str = "group-a",
    task: str = Run.RAG,
    landed: bool = True,
) -> Run:
    """Make a run, visible unless it has not landed."""
    return Run.objects.create(
        track=track,
        name=name,
        group=group,
        task=task,
        landed_at=NOW if landed else None,
    )


def make_response(
    run: Run,
    topic: Topic,
    sentences: Sequence[str] = ("Fresh water floats on salt.", "It freezes first."),
    *,
    cites: Segment | None = None,
    uuid: UUID | None = None,
) -> Response:
    """Make a response of some sentences; each cites one segment, if one is given."""
    text = " ".join(sentences)
    response = Response.objects.create(
        uuid=uuid or uuid4(),
        run=run,
        topic=topic,
        text=text,
        words=len(text.split()),
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )
    rows = Sentence.objects.bulk_create(
        Sentence(response=response, position=place, text=sentence)
        for place, sentence in enumerate(sentences)
    )
    if cites:
        Citation.objects.bulk_create(
            Citation(sentence=row, position=0, segment=cites) for row in rows
        )
    return response


def make_board(
    track: Track, scores: Mapping[str, float], name: str = "official"
) -> ImportedBoard:
    """Make an imported board of some runs, by their names."""
    rows = [[run, run, score] for run, score in scores.items()]
    return ImportedBoard.objects.create(
        track=track, name=name, scores=rows, sha256="b" * 64, at=NOW
    )


def make_bank(
    track: Track, name: str = "post-edited", *, origin: str = Bank.EDITED
) -> Bank:
    """Make a visible bank, with no versions yet."""
    return Bank.objects.create(track=track, name=name, origin=origin, landed_at=NOW)


def make_version(
    bank: Bank,
    topic: Topic,
    nuggets: Sequence[str | Nugget] = ("fresh water floats", "salt lowers freezing"),
    *,
    importance: Sequence[str] = (),
    state: str = BankVersion.FROZEN,
) -> BankVersion:
    """Make a bank's next version of a topic's list; strings become new nuggets."""
    number = bank.versions.filter(topic=topic).count() + 1
    version = BankVersion.objects.create(
        bank=bank,
        topic=topic,
        number=number,
        state=state,
        frozen_at=NOW if state == BankVersion.FROZEN else None,
    )
    for place, each in enumerate(nuggets):
        nugget = (
            Nugget.objects.create(topic=topic, text=each)
            if isinstance(each, str)
            else each
        )
        Listing.objects.create(
            version=version,
            nugget=nugget,
            position=place,
            importance=importance[place] if importance else "",
        )
    return version


def nuggets_of(version: BankVersion) -> list[Nugget]:
    """Return a version's nuggets in their order."""
    return [listing.nugget for listing in version.listings.select_related("nugget")]


def make_person(user: User, track: Track) -> Judge:
    """Make the judge of a person in a track."""
    return judge_of(user, track, now=NOW)


def make_judge(
    track: Track, name: str = "machine", *, kind: str = Judge.BASELINE
) -> Judge:
    """Make a judge that is not a person."""
    own = dict.fromkeys(OWN[kind][0], "made")
    judges = Judge.objects
    return judges.create(track=track, name=name, kind=kind, landed_at=NOW, **own)


def turn_into(judge: Judge, kind: str, **more: object) -> None:
    """Turn a judge into another kind, with the columns of that kind and no others."""
    own: dict[str, object] = {name: None if name == "user" else "" for name in OWNED}
    needed = dict.fromkeys(OWN[kind][0], "made")
    Judge.objects.filter(pk=judge.pk).update(kind=kind, **(own | needed | more))
    judge.refresh_from_db()


def make_label(kind: Kind, judge: Judge, *item: object, value: str) -> None:
    """Label an item, given as its rows in the kind's order."""
    numbers = tuple(row.pk for row in item)  # type: ignore[attr-defined]
    record_labels(kind, judge, [NewLabel(numbers, value)], now=NOW, actor=judge.user)


def practise(person: User, work: str) -> None:
    """Let a person's work begin without its practice items."""
    made = {"skipped": False, "at": NOW}
    Practice.objects.get_or_create(person=person, work=work, defaults=made)


def make_allocation(
    topic: Topic, assessor: User, bank: Bank | None = None, *, work: str = "assignment"
) -> Allocation:
    """Hand out a topic's work to a person who has practised it."""
    practise(assessor, work)
    return Allocation.objects.create(
        track=topic.track,
        work=work,
        topic=topic,
        assessor=assessor,
        subject=str(bank.uuid) if bank else "",
    )
