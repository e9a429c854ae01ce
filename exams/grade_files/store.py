"""Store the content of a file of graded passages, hidden until it lands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from assess.exchange.imports.judges import unlanded_judges, unseen_judge
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.first_labels import record_first_labels
from assess.judging.labels.reader import Values, labels_of
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge
from assess.kinds.relevance.kind import RELEVANCE
from exams.banks.actions import Entry, write_version
from exams.banks.lists import current_lists
from exams.grade_files.plan import Content, JudgeGrades, Key, ranked
from exams.grading.kind import EXAM
from exams.models import Question, QuestionBank, QuestionListing
from exams.passages.segments import name_passages, passages_of
from runs.imports.arrival import Incoming
from runs.imports.importers.segments import find_segments, name_segments
from runs.models import RankedList, Run, Segment

BATCH = 10_000
TOPICS = 20  # ranked lists written at once


@dataclass
class Stored:
    """Row numbers of a file's content, and the labels that replace others on landing.

    segments: by docid; passages: by (topic, docid); questions: by (topic, id).
    """

    topics: dict[str, int]
    segments: dict[str, int]
    passages: dict[tuple[str, str], int]
    questions: dict[tuple[str, str], int] = field(default_factory=dict)
    later: list[tuple[Kind, Judge, list[NewLabel]]] = field(default_factory=list)


def store_passages(incoming: Incoming, content: Content) -> Stored:
    """Create segments and passages, and fill in the texts that are missing."""
    track = incoming.track
    topics = dict(track.topics.values_list("name", "pk"))
    segments = name_segments(track, {docid for _, docid in content.texts})
    texts = {
        segments[docid]: text for (_, docid), text in content.texts.items() if text
    }
    for start in range(0, len(texts), BATCH):
        part = list(texts)[start : start + BATCH]
        rows = list(Segment.objects.filter(pk__in=part, text=""))
        for row in rows:
            row.text = texts[row.pk]
        Segment.objects.bulk_update(rows, ["text"], batch_size=500)
    pairs = {spot: (topics[spot[0]], segments[spot[1]]) for spot in content.texts}
    passages = name_passages(track, list(pairs.values()))
    named = {spot: passages[pair] for spot, pair in pairs.items()}
    return Stored(topics, segments, named)


def store_bank(
    incoming: Incoming, content: Content, stored: Stored, bank: QuestionBank | None
) -> None:
    """Find the questions' numbers; without a bank, create one of their ids."""
    if bank is None:
        bank = _new_bank(incoming, content)
        rows = QuestionListing.objects.filter(version__bank=bank)
        related = rows.select_related("question__topic")
    else:
        versions = [each.version.pk for each in current_lists(bank).values()]
        rows = QuestionListing.objects.filter(version__in=versions)
        related = rows.select_related("question__topic")
    stored.questions = {
        (row.question.topic.name, row.question.external_id): row.question_id
        for row in related
    }


def _new_bank(incoming: Incoming, content: Content) -> QuestionBank:
    now = timezone.now()
    bank = QuestionBank.objects.create(
        track=incoming.track,
        name=incoming.param("bank"),
        origin=Question.IMPORT,
        sha256=_mark(incoming),
    )
    topics = {topic.name: topic for topic in incoming.track.topics.all()}
    forms = _forms(content)
    for name, ids in content.questions.items():
        entries = [Entry("", form=forms, external_id=each) for each in ids]
        write_version(bank, topics[name], entries, now=now, origin=Question.IMPORT)
    return bank


def _forms(content: Content) -> str:
    told = next(iter(content.judges.values())).told.get("prompt_type")
    return Question.KEY_FACT if told == "nugget" else Question.QUESTION


def _mark(incoming: Incoming) -> str:
    return f"import {incoming.row.uuid}"


def _new_labels(own: JudgeGrades, stored: Stored) -> Iterator[NewLabel]:
    for spot, grades in own.grades.items():
        topic, passage = spot[0], stored.passages[spot]
        for grade in grades:
            item = (stored.questions[topic, grade.question], passage)
            yield NewLabel(item, grade.value, grade.details)


def store_judges(
    incoming: Incoming,
    content: Content,
    stored: Stored,
    names: Mapping[Key, str],
    old: Mapping[str, Judge],
) -> None:
    """Store new judges' labels, hidden; keep those of existing ones for later."""
    for key, name in names.items():
        own = content.judges[key]
        rows = list(_new_labels(own, stored))
        if name in old:
            stored.later.append((EXAM, old[name], rows))
            continue
        said = {"exam": dict(own.told), Judge.GIVEN_BY: "model"}
        if reading := incoming.param("read"):
            said["read"] = reading
        judge = unseen_judge(incoming, said, name)
        _record(incoming, EXAM, judge, rows)


def _record(
    incoming: Incoming, kind: Kind, judge: Judge, rows: Sequence[NewLabel]
) -> None:
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        record_first_labels(kind, judge, batch, now=timezone.now())
        incoming.step(start + len(batch), len(rows), "writing labels")


def store_relevance(
    incoming: Incoming,
    content: Content,
    stored: Stored,
    old: Mapping[str, Judge],
    same: Collection[str],
) -> None:
    """Store people's grades under the judge of relevance, if one is named."""
    name = incoming.param("relevance")
    if not name or name in same or not content.relevance:
        return
    rows = [
        NewLabel((stored.topics[topic], stored.segments[docid]), str(grade))
        for (topic, docid), grade in content.relevance.items()
    ]
    if name in old:
        stored.later.append((RELEVANCE, old[name], rows))
        return
    judge = unseen_judge(incoming, {Judge.GIVEN_BY: "people"}, name)
    _record(incoming, RELEVANCE, judge, rows)


def store_runs(
    incoming: Incoming, content: Content, stored: Stored, tags: Sequence[str]
) -> None:
    """Store the file's rankings as runs of retrieval, hidden."""
    for done, tag in enumerate(tags, start=1):
        run = Run.objects.create(
            track=incoming.track, name=tag, task=Run.R, source=incoming.row
        )
        lists = []
        for topic, rows in content.runs[tag].items():
            found = ranked(rows)
            lists.append(
                RankedList(
                    run=run,
                    topic_id=stored.topics[topic],
                    segment_ids=[stored.segments[docid] for docid, _ in found],
                    scores=[score for _, score in found],
                )
            )
        RankedList.objects.bulk_create(lists, batch_size=TOPICS)
        incoming.step(done, len(tags), "writing runs")


def lists_there(run: Run, content: Content) -> bool:
    """Return whether a run has exactly the file's rankings."""
    wanted = {
        topic: [docid for docid, _ in ranked(rows)]
        for topic, rows in content.runs[run.name].items()
    }
    found = {
        row.topic.name: row.segment_ids
        for row in run.ranked_lists.select_related("topic")
    }
    docids = {docid for own in wanted.values() for docid in own}
    numbers = find_segments(run.track, docids)
    return found == {
        topic: [numbers.get(docid) for docid in own] for topic, own in wanted.items()
    }


def there(
    incoming: Incoming,
    content: Content,
    bank: QuestionBank | None,
    names: Mapping[Key, str],
    old: Mapping[str, Judge],
) -> dict[str, int]:
    """Return the existing judges whose labels differ from the file's.

    With the number of their labels that would change.
    """
    if not old:
        return {}
    spots = _numbered(incoming, content, bank)
    found = {}
    relevance: Values = {
        (spots.topics[topic], spots.segments.get(docid, -1)): str(grade)
        for (topic, docid), grade in content.relevance.items()
    }
    wanted: list[tuple[str, Kind, Values]] = [
        (
            name,
            EXAM,
            {row.item: row.value for row in _new_labels(content.judges[key], spots)}
            if bank
            else {(-1, -1): ""},
        )
        for key, name in names.items()
    ]
    wanted.append((incoming.param("relevance"), RELEVANCE, relevance))
    for name, kind, labels in wanted:
        if name in old:
            given = labels_of(old[name], kind)
            differs = [
                item for item, value in labels.items() if given.get(item) != value
            ]
            if differs:
                found[name] = sum(item in given for item in differs)
    return found


def _numbered(
    incoming: Incoming, content: Content, bank: QuestionBank | None
) -> Stored:
    """Return the row numbers of a file's content as far as there are rows, else -1."""
    track = incoming.track
    topics = dict(track.topics.values_list("name", "pk"))
    segments = find_segments(track, {docid for _, docid in content.texts})
    known = passages_of(track)
    passages = {
        spot: known.get((topics[spot[0]], segments.get(spot[1], -1)), -1)
        for spot in content.texts
    }
    stored = Stored(topics, segments, passages)
    if bank:
        store_bank(incoming, content, stored, bank)
    return stored


def land_stored(incoming: Incoming, stored: Stored) -> None:
    """Show the bank and the runs; replace labels of judges that were there."""
    now = timezone.now()
    hidden = QuestionBank.objects.filter(sha256=_mark(incoming), landed_at=None)
    hidden.update(landed_at=now, sha256=incoming.row.sha256)
    Run.objects.filter(source=incoming.row, landed_at=None).update(landed_at=now)
    for kind, judge, rows in stored.later:
        record_labels(kind, judge, rows, now=now, actor=incoming.row.by)


def discard_stored(incoming: Incoming) -> None:
    """Delete the hidden judges, runs and bank of an interrupted import."""
    for judge in unlanded_judges(incoming):
        with transaction.atomic():
            Change.objects.filter(judge=judge).delete()
            for kind in (EXAM, RELEVANCE):
                kind.model.objects.filter(judge=judge).delete()
            judge.delete()
    Run.objects.filter(source=incoming.row, landed_at=None).delete()
    for bank in QuestionBank.objects.filter(sha256=_mark(incoming), landed_at=None):
        questions = list(
            QuestionListing.objects.filter(version__bank=bank).values_list(
                "question", flat=True
            )
        )
        bank.delete()
        Question.objects.filter(pk__in=questions, listings=None).delete()
