"""iKAT coming in: conversations whose turns are topics, and responses to the turns."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from django.utils import timezone

from runs.imports.incoming import Incoming, Refused, Unchanged
from runs.imports.responses import NewResponse, store_responses
from runs.imports.topics import next_position
from runs.kernel.ikat_responses import read_responses
from runs.kernel.topics import Conversation as ConversationRecord
from runs.kernel.topics import Turn, read_conversations
from runs.models import Conversation, PtkbStatement, Run, Topic


class ConversationsImporter:
    """Bring in conversations; those that are in already must be the same."""

    def check(self, incoming: Incoming) -> list[ConversationRecord]:
        """Read the file; return the conversations that are not in yet."""
        with incoming.open() as source:
            records = list(
                read_conversations(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    limit=incoming.limit,
                )
            )
        incoming.report.raise_if_errors()
        texts = dict(incoming.track.topics.values_list("name", "text"))
        for record in records:
            _refuse_other_texts(record, texts)
        new = [
            record
            for record in records
            if any(turn.name not in texts for turn in record.turns)
        ]
        if not new:
            raise Unchanged
        return new

    def write(
        self, incoming: Incoming, plan: list[ConversationRecord]
    ) -> dict[str, int]:
        """Conversations are few: they are written when they land."""
        return {
            "conversations": len(plan),
            "turns": sum(len(record.turns) for record in plan),
            "statements": sum(len(record.statements) for record in plan),
        }

    def land(self, incoming: Incoming, plan: list[ConversationRecord]) -> None:
        """Write conversations, statements and turns."""
        stored = Conversation.objects.bulk_create(
            Conversation(track=incoming.track, name=record.number, title=record.title)
            for record in plan
        )
        pairs = list(zip(stored, plan, strict=True))
        PtkbStatement.objects.bulk_create(
            PtkbStatement(conversation=conversation, name=name, text=text)
            for conversation, record in pairs
            for name, text in record.statements.items()
        )
        turns = [(spot, turn) for spot, record in pairs for turn in record.turns]
        first = next_position(incoming.track)
        Topic.objects.bulk_create(
            _topic(conversation, turn, position)
            for position, (conversation, turn) in enumerate(turns, start=first)
        )

    def discard(self, incoming: Incoming) -> None:
        """Nothing is stored before it lands."""


def _text(turn: Turn) -> str:
    return turn.resolved or turn.utterance


def _topic(conversation: Conversation, turn: Turn, position: int) -> Topic:
    return Topic(
        track=conversation.track,
        name=turn.name,
        text=_text(turn),
        position=position,
        conversation=conversation,
        details={
            "utterance": turn.utterance,
            "response": turn.response,
            "statements": list(turn.statements),
            "docids": list(turn.docids),
        },
    )


def _refuse_other_texts(record: ConversationRecord, texts: dict[str, str]) -> None:
    for turn in record.turns:
        if texts.get(turn.name, _text(turn)) != _text(turn):
            raise Refused(
                f"Turn {turn.name} is in already with another text. Its labels were "
                "given under that text; import this file into a track of its own."
            )


class Answers(NamedTuple):
    """What a file of iKAT responses holds, run by run."""

    by_run: dict[str, list[NewResponse]]


class ResponsesImporter:
    """Bring in plain responses of many runs; runs that are in must be the same."""

    def check(self, incoming: Incoming) -> Answers:
        """Read the file; return the runs that are not in yet."""
        by_run = self._read(incoming)
        incoming.report.raise_if_errors()
        there = _digests(incoming)
        fresh = {}
        for tag, responses in by_run.items():
            if tag not in there:
                fresh[tag] = responses
            elif there[tag] != {new.digest for new in responses}:
                raise Refused(
                    f"Run {tag} is in already with other responses. Delete that run "
                    "first, or give this one another tag."
                )
        if not fresh:
            raise Unchanged
        return Answers(fresh)

    def _read(self, incoming: Incoming) -> dict[str, list[NewResponse]]:
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        by_run: dict[str, list[NewResponse]] = defaultdict(list)
        unknown = set()
        with incoming.open() as source:
            for record in read_responses(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            ):
                if record.topic in topics:
                    new = NewResponse(topics[record.topic], record.text)
                    by_run[record.run_tag].append(new)
                else:
                    unknown.add(record.topic)
        if unknown:
            raise Refused(
                f"These turns are not in the track: {', '.join(sorted(unknown)[:10])}. "
                "Import the conversations first."
            )
        return by_run

    def write(self, incoming: Incoming, plan: Answers) -> dict[str, int]:
        """Store the runs, unseen, one after the other."""
        total = 0
        for place, (tag, responses) in enumerate(plan.by_run.items()):
            run = Run.objects.create(
                track=incoming.track, name=tag, task=Run.GEN, source=incoming.row
            )
            total += store_responses(run, responses)
            incoming.step(place + 1, len(plan.by_run), "writing responses")
        return {"runs": len(plan.by_run), "responses": total}

    def land(self, incoming: Incoming, plan: Answers) -> None:
        """Show all runs of the file at once."""
        unseen = Run.objects.filter(source=incoming.row, landed_at=None)
        unseen.update(landed_at=timezone.now())

    def discard(self, incoming: Incoming) -> None:
        """Take back the unseen runs of an interrupted import."""
        Run.objects.filter(source=incoming.row, landed_at=None).delete()


def _digests(incoming: Incoming) -> dict[str, set[str]]:
    there: dict[str, set[str]] = defaultdict(set)
    rows = incoming.track.runs.visible().values_list("name", "responses__digest")
    for name, digest in rows.filter(responses__deleted_at=None):
        if digest:
            there[name].add(digest)
    return there
