"""iKAT imports: conversations whose turns are topics, and responses to the turns."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from django.utils import timezone

from runs.imports.arrival import (
    LONGEST_DOCID,
    LONGEST_TAG,
    LONGEST_TOPIC,
    Incoming,
    Refused,
    Unchanged,
)
from runs.imports.importers.responses import NewResponse, store_responses
from runs.imports.importers.topics import next_position
from runs.imports.metadata import Said, particulars
from runs.imports.predecessor import bring_back, kept_of, run_of, take_over
from runs.imports.put_away import refuse_twins
from runs.imports.registry import labels_on, say_labels
from runs.kernel.formats.ikat_responses import read_responses
from runs.kernel.formats.topics import ConversationRecord, Turn, read_conversations
from runs.models import Conversation, PtkbStatement, Response, Run, Topic, Track


class ConversationsImporter:
    """Imports conversations; those imported already must be equal."""

    def check(self, incoming: Incoming) -> list[ConversationRecord]:
        """Read the file; return the conversations that are not imported yet."""
        with incoming.open() as source:
            records = list(
                read_conversations(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    limit=incoming.limit,
                )
            )
        for record in records:
            _note_long(incoming, record)
            _note_many(incoming, record)
        incoming.report.raise_if_errors()
        there = _turns(incoming.track)
        for record in records:
            _refuse_other_turns(record, there.get(record.number))
        new = [record for record in records if record.number not in there]
        names = [turn.name for record in new for turn in record.turns]
        refuse_twins(incoming, "topic", names)
        if not new:
            raise Unchanged
        turns = sum(len(record.turns) for record in new)
        number = incoming.track.topics.count() + turns
        incoming.note_many(None, "turns", number, "topics")
        incoming.report.raise_if_errors()
        return new

    def write(
        self, incoming: Incoming, plan: list[ConversationRecord]
    ) -> dict[str, int]:
        """Write nothing: conversations are few, and are written by `land`."""
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
        """Do nothing: nothing is stored before `land`."""


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


def _note_long(incoming: Incoming, record: ConversationRecord) -> None:
    names = (*record.statements, *(turn.name for turn in record.turns))
    for name in (record.number, *names):
        incoming.note_long(None, record.number, name, LONGEST_TOPIC)
    for turn in record.turns:
        for docid in turn.docids:
            incoming.note_long(None, turn.name, docid, LONGEST_DOCID)


def _note_many(incoming: Incoming, record: ConversationRecord) -> None:
    number = record.number
    incoming.note_many(None, f"{number}/turns", len(record.turns), "turns")
    incoming.note_many(None, f"{number}/ptkb", len(record.statements), "statements")
    incoming.note_text(None, f"{number}/title", record.title, limit="title")
    statements = record.statements.values()
    incoming.note_text(None, f"{number}/ptkb", *statements, limit="list_text")
    texts = (text for turn in record.turns for text in _texts(turn))
    incoming.note_text(None, f"{number}/turns", *texts, limit="list_text")
    for name, text in record.statements.items():
        incoming.note_text(None, f"{number}/ptkb/{name}", text)
    for turn in record.turns:
        docids = f"{turn.name}/response_provenance"
        incoming.note_many(None, docids, len(turn.docids), "references")
        for text in _texts(turn):
            incoming.note_text(None, turn.name, text)


def _texts(turn: Turn) -> tuple[str, ...]:
    return (turn.utterance, turn.resolved, turn.response)


def _turns(track: Track) -> dict[str, dict[str, str]]:
    """Return the texts of each conversation's turns, by their names."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    turns = track.topics.exclude(conversation=None)
    for number, name, text in turns.values_list("conversation__name", "name", "text"):
        found[number][name] = text
    return found


def _refuse_other_turns(
    record: ConversationRecord, there: dict[str, str] | None
) -> None:
    if there is None or there == {turn.name: _text(turn) for turn in record.turns}:
        return
    raise Refused(
        f"Conversation {record.number} is in already with other turns, which may "
        "have responses and labels. Import this file into a track of its own."
    )


class Answers(NamedTuple):
    """The content of a file of iKAT responses, run by run.

    `away` are runs with these tags that are put away; `equal` of them are restored
    unchanged, the others pass their equal responses on.
    """

    by_run: dict[str, list[NewResponse]]
    away: dict[str, Run]
    equal: set[str]


class ResponsesImporter:
    """Imports plain responses of many runs; runs imported already must be equal."""

    def check(self, incoming: Incoming) -> Answers:
        """Read the file; return the runs that are not imported yet."""
        by_run = self._read(incoming)
        runs = {run.name: run for run in incoming.track.runs.visible()}
        incoming.note_many(None, "runs", len(runs.keys() | by_run.keys()), "runs")
        incoming.report.raise_if_errors()
        there = _digests(incoming)
        fresh = {}
        for tag, responses in by_run.items():
            if tag not in runs:
                fresh[tag] = responses
            elif there[tag] != {(new.topic.pk, new.digest) for new in responses}:
                raise Refused(_conflict(runs[tag]))
        _note_not_control(incoming, [runs[tag] for tag in by_run if tag in runs])
        if not fresh:
            raise Unchanged
        away = {tag: run for tag in fresh if (run := run_of(incoming.track, tag))}
        equal = {
            tag
            for tag, run in away.items()
            if _said_in(run) == {(new.topic.pk, new.digest) for new in fresh[tag]}
        }
        _note_not_control(incoming, [away[tag] for tag in equal])
        return Answers(fresh, away, equal)

    def _read(self, incoming: Incoming) -> dict[str, list[NewResponse]]:
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        by_run: dict[str, list[NewResponse]] = defaultdict(list)
        with incoming.open() as source:
            for record in read_responses(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            ):
                place = f"{record.topic}/{record.run_tag}"
                incoming.note_text(None, place, record.text)
                if record.topic in topics:
                    new = NewResponse(topics[record.topic], record.text)
                    by_run[record.run_tag].append(new)
                else:
                    found = f"{record.topic} of {record.run_tag}"
                    incoming.notes.add("unknown_topic", None, record.topic, found)
        for tag in by_run:
            incoming.note_long(None, "run", tag, LONGEST_TAG)
        return by_run

    def write(self, incoming: Incoming, plan: Answers) -> dict[str, int]:
        """Store the runs, hidden, one after the other."""
        for place, (tag, responses) in enumerate(plan.by_run.items()):
            if tag not in plan.equal:
                run = Run.objects.create(
                    track=incoming.track,
                    name=tag,
                    source=incoming.row,
                    **self._particulars(incoming, plan.away.get(tag)),
                )
                kept = kept_of(responses, plan.away.get(tag))
                fresh = [new for new in responses if new.topic.pk not in kept]
                store_responses(run, fresh)
            incoming.step(place + 1, len(plan.by_run), "writing responses")
        counts = {
            "runs": len(plan.by_run),
            "responses": sum(len(responses) for responses in plan.by_run.values()),
        }
        return counts | ({"restored": len(plan.equal)} if plan.equal else {})

    def _particulars(self, incoming: Incoming, old: Run | None) -> dict[str, Any]:
        return particulars(incoming, Said(), old) | {"task": Run.GEN}

    def land(self, incoming: Incoming, plan: Answers) -> None:
        """Show all runs of the file at once, restoring those that were put away."""
        now = timezone.now()
        unseen = Run.objects.filter(source=incoming.row, landed_at=None)
        made = {run.name: run for run in unseen}
        for tag, old in plan.away.items():
            if tag in plan.equal:
                bring_back(incoming, old, now=now)
            else:
                kept = kept_of(plan.by_run[tag], old)
                take_over(incoming, made[tag], old, kept, now=now)
        unseen.update(landed_at=now)

    def discard(self, incoming: Incoming) -> None:
        """Delete the hidden runs of an interrupted import."""
        Run.objects.filter(source=incoming.row, landed_at=None).delete()


def _conflict(run: Run) -> str:
    ids = run.responses.filter(deleted_at=None).values_list("pk", flat=True)
    return (
        f"Run {run.name} is in already with other responses, on which "
        f"{say_labels(labels_on('response', ids))} hang. Put that run away first, or "
        "give this one another tag."
    )


def _note_not_control(incoming: Incoming, there: list[Run]) -> None:
    """Note existing runs that do not become control runs as the import says."""
    for run in there:
        if incoming.flag("control") and not run.control:
            incoming.profile_notes.add("not_control", None, "control", run.name)


def _said_in(run: Run) -> set[tuple[int, str]]:
    there = run.responses.filter(deleted_at=None)
    return set(there.values_list("topic", "digest"))


def _digests(incoming: Incoming) -> dict[str, set[tuple[int, str]]]:
    """Return topic and digest of each existing response, by run."""
    there: dict[str, set[tuple[int, str]]] = defaultdict(set)
    rows = Response.objects.visible().filter(run__track=incoming.track)
    for name, topic, digest in rows.values_list("run__name", "topic", "digest"):
        there[name].add((topic, digest))
    return there
