"""Imports of question banks in the rubric workbench's format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from exams.banks.actions import Entry, write_version
from exams.banks.forms import QuestionBankForm
from exams.banks.lists import TopicList, current_lists
from exams.kernel.bank_file import BankLine, Item, read_bank
from exams.models import ExamLabel, Question, QuestionBank
from runs.actions.subnarratives import name_subnarratives
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.put_away import refuse_twins
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.nuggets import fold_subnarrative
from runs.models import Topic

FEW = 10  # names in a message
LONGEST_ID = 255  # characters of an item's id
Lines = list[BankLine]


class Plan(NamedTuple):
    """The topics whose lists the file changes, and the existing bank, if any."""

    rows: list[tuple[Topic, Lines]]
    bank: QuestionBank | None


class QuestionsImporter:
    """Imports one bank per file, frozen at once.

    Replacing a bank writes a new version of each topic whose list differs. A question
    whose text is unchanged keeps its row and its grades; one that had only an id gets
    its text.
    """

    def check(self, incoming: Incoming) -> Plan:
        """Read every topic's questions."""
        by_topic = _read(incoming)
        bank = bank_named(incoming)
        incoming.report.raise_if_errors()
        topics = {topic.name: topic for topic in incoming.track.topics.all()}
        rows = [(topics[name], lines) for name, lines in by_topic.items()]
        if not any(line.items for _, lines in rows for line in lines):
            raise Refused("The file contains no question.")
        if bank is None:
            return Plan(rows, None)
        return Plan(_differing(incoming, bank, rows), bank)

    def write(self, incoming: Incoming, plan: Plan) -> dict[str, int]:
        """Write nothing: banks are small, and are written by `land`."""
        number = sum(len(list(_first_items(lines))) for _, lines in plan.rows)
        return {"topics": len(plan.rows), "questions": number}

    def land(self, incoming: Incoming, plan: Plan) -> None:
        """Write the bank, or the versions that replace its lists."""
        now = timezone.now()
        bank = plan.bank or QuestionBank.objects.create(
            track=incoming.track,
            name=incoming.param("bank"),
            origin=Question.IMPORT,
            landed_at=now,
        )
        current = current_lists(bank) if plan.bank else {}
        for topic, lines in plan.rows:
            _write(bank, topic, lines, current.get(topic.pk))
        bank.sha256 = incoming.row.sha256
        bank.save(update_fields=["sha256"])

    def discard(self, incoming: Incoming) -> None:
        """Do nothing: nothing is stored before `land`."""


def bank_named(incoming: Incoming) -> QuestionBank | None:
    """Return the track's bank of the given name; raise Refused for one put away."""
    banks = QuestionBank.objects.visible().filter(track=incoming.track)
    bank = banks.filter(name=incoming.param("bank")).first()
    incoming.note_many(None, "bank", banks.count() + (bank is None), "banks")
    if bank is None:
        refuse_twins(incoming, "question_bank", [incoming.param("bank")])
    return bank


def _read(incoming: Incoming) -> dict[str, Lines]:
    topics = set(incoming.track.topics.values_list("name", flat=True))
    found: dict[str, Lines] = defaultdict(list)
    with incoming.open() as source:
        for line in read_bank(
            source, incoming.row.filename, report=incoming.report, limit=incoming.limit
        ):
            if line.topic not in topics:
                line.place.add("unknown_topic", "query_id", line.topic)
            for item in line.items:
                number, field = item.place.line, item.place.path
                incoming.note_text(number, field, item.text, *(item.key or ()))
                incoming.note_long(number, field, item.id, LONGEST_ID)
            incoming.note_text(line.place.line, "facet_text", line.facet)
            found[line.topic].append(line)
    for topic, lines in found.items():
        number = sum(len(line.items) for line in lines)
        incoming.note_many(lines[0].place.line, f"{topic}/items", number, "nuggets")
    return dict(found)


def _first_items(lines: Lines) -> Iterator[tuple[BankLine, Item]]:
    """Yield the items of a topic, each id once."""
    seen: set[str] = set()
    for line in lines:
        for item in line.items:
            if item.id not in seen:
                yield line, item
            seen.add(item.id)


def _differing(
    incoming: Incoming, bank: QuestionBank, rows: Sequence[tuple[Topic, Lines]]
) -> list[tuple[Topic, Lines]]:
    """Return the topics to write; raise Unchanged, or Refused unless requested."""
    current = current_lists(bank)
    found = [
        (topic, lines)
        for topic, lines in rows
        if topic.pk not in current or _listed(current[topic.pk]) != _said(lines)
    ]
    if not found:
        raise Unchanged
    gone = _gone(current, found)
    if gone and not incoming.flag("replace"):
        given: QuerySet[Any] = ExamLabel.objects.given()
        labels = given.filter(question__in=gone).count()
        names = ", ".join(topic.name for topic, _ in found[:FEW])
        raise Refused(
            f"Bank {bank.name} is in already with other questions on topics {names}. "
            f"New versions would leave {labels:,} exam grades behind; unchanged "
            f"questions keep theirs. {incoming.to_replace} to do so, or give this bank "
            "another name."
        )
    return found


def _listed(each: TopicList) -> list[tuple[object, ...]]:
    return [
        (
            row.question.external_id,
            row.question.text,
            row.question.form,
            row.facet.folded if row.facet else "",
            sorted(row.key),
            row.withdrawn,
        )
        for row in each.rows
    ]


def _said(lines: Lines) -> list[tuple[object, ...]]:
    return [
        (
            item.id,
            item.text,
            item.form,
            fold_subnarrative(line.facet),
            sorted(item.key or ()),
            False,
        )
        for line, item in _first_items(lines)
    ]


def _gone(
    current: Mapping[int, TopicList], rows: Sequence[tuple[Topic, Lines]]
) -> set[int]:
    """Return the questions that the new versions do not list any more."""
    gone: set[int] = set()
    for topic, lines in rows:
        if topic.pk in current:
            there = current[topic.pk]
            kept = {
                known.pk
                for _, item in _first_items(lines)
                if (known := known_question(there, item))
            }
            gone |= {row.question_id for row in there.rows} - kept
    return gone


def known_question(there: TopicList | None, item: Item) -> Question | None:
    """Return the listed question of an item: by its id and text, or only by its id."""
    for row in there.rows if there else ():
        question = row.question
        same_id = question.external_id == item.id
        if same_id and question.text in ("", item.text):
            return question
    return None


def _write(
    bank: QuestionBank, topic: Topic, lines: Lines, old: TopicList | None
) -> None:
    now = timezone.now()
    names = name_subnarratives(topic, [(line.facet, False) for line in lines], now=now)
    places = _places(lines)
    entries = []
    for line, item in _first_items(lines):
        known = known_question(old, item)
        facet = names.get(line.facet)
        if known and not known.text:
            known.text, known.form, known.facet_id = item.text, item.form, facet
            known.save(update_fields=["text", "form", "facet"])
        entries.append(
            Entry(
                text=item.text,
                form=item.form,
                facet_id=facet,
                key=sorted(item.key or ()),
                external_id=item.id,
                details=_details(item, places[item.id]),
                question_id=known.pk if known else None,
            )
        )
    write_version(
        bank,
        topic,
        entries,
        now=now,
        origin=Question.IMPORT,
        parent=old.version if old else None,
        lines=[{"line": line.place.line, "said": line.more} for line in lines],
    )


def _places(lines: Lines) -> dict[str, list[list[int]]]:
    """Return where each id occurs: the line of its topic, the place in it, from 0."""
    found: dict[str, list[list[int]]] = defaultdict(list)
    for number, line in enumerate(lines):
        for place, item in enumerate(line.items):
            found[item.id].append([number, place])
    return found


def _details(item: Item, places: list[list[int]]) -> dict[str, object]:
    details: dict[str, object] = {"places": places, "said": item.more}
    return details if item.key is None else details | {"keyed": True}


QUESTIONS = register(
    ImportKind(
        name="exam_bank",
        turn=41,
        after="After the topics.",
        title="Exam questions",
        hint="The rubric workbench’s bank of questions or key facts (JSONL).",
        form=QuestionBankForm,
        importer=QuestionsImporter(),
    )
)
