"""Imports of graded passages: grades, and the file's other data about the runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from assess.exchange.imports.judges import judge_for, land_judge
from assess.judging.models import Judge
from exams.banks.importer import bank_named
from exams.banks.lists import current_lists
from exams.grade_files.forms import GradesForm
from exams.grade_files.plan import Content, Key, content_of
from exams.grade_files.store import (
    Stored,
    discard_stored,
    land_stored,
    lists_there,
    store_bank,
    store_judges,
    store_passages,
    store_relevance,
    store_runs,
    there,
)
from exams.kernel.grades_file import read_graded
from exams.models import QuestionBank
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.registry import ImportKind, register
from runs.models import Run

LONGEST_NAME = 150
FEW = 5  # names in a message


@dataclass
class GradesPlan:
    """A file's content, and the parts of it that are in already.

    names: each judge's. old: existing judges of those names, with other labels or none.
    """

    content: Content
    bank: QuestionBank | None
    names: dict[Key, str]
    old: dict[str, Judge] = field(default_factory=dict)
    same: set[str] = field(default_factory=set)
    stored: Stored | None = None


class GradesImporter:
    """Imports one bank's grades, of one judge for each model and prompt."""

    def check(self, incoming: Incoming) -> GradesPlan:
        """Read every passage, and compare the file with what is in."""
        with incoming.open() as source:
            passages = read_graded(
                source,
                incoming.row.filename,
                report=incoming.report,
                limit=incoming.limit,
            )
            content = content_of(incoming, passages)
        bank = bank_named(incoming)
        if bank:
            _note_unknown(incoming, bank, content)
        incoming.report.raise_if_errors()
        if not any(own.size for own in content.judges.values()):
            raise Refused("The file contains no grade.")
        plan = GradesPlan(content, bank, _names(incoming, content))
        _compare(incoming, plan)
        return plan

    def write(self, incoming: Incoming, plan: GradesPlan) -> dict[str, int]:
        """Store all of it, hidden, in batches."""
        content = plan.content
        stored = store_passages(incoming, content)
        store_bank(incoming, content, stored, plan.bank)
        names = {k: n for k, n in plan.names.items() if n not in plan.same}
        store_judges(incoming, content, stored, names, plan.old)
        store_relevance(incoming, content, stored, plan.old, plan.same)
        fresh = [tag for tag in content.runs if tag not in plan.same]
        store_runs(incoming, content, stored, fresh)
        plan.stored = stored
        return {
            "passages": len(content.texts),
            "grades": sum(own.size for own in content.judges.values()),
            "judges": len(content.judges),
            "runs": len(fresh),
            "relevance labels": len(content.relevance),
        }

    def land(self, incoming: Incoming, plan: GradesPlan) -> None:
        """Make the bank, the runs and the judges visible."""
        assert plan.stored is not None  # noqa: S101 - write comes first
        land_stored(incoming, plan.stored)
        land_judge(incoming)

    def discard(self, incoming: Incoming) -> None:
        """Delete what an interrupted import stored."""
        discard_stored(incoming)


def _note_unknown(incoming: Incoming, bank: QuestionBank, content: Content) -> None:
    known = {
        each.version.topic.name: {row.question.external_id for row in each.rows}
        for each in current_lists(bank).values()
    }
    for topic, ids in content.questions.items():
        for name in ids:
            if name not in known.get(topic, set()):
                incoming.notes.add("unknown_question", None, topic, name)


def _names(incoming: Incoming, content: Content) -> dict[Key, str]:
    """Return each judge's name: as requested, with model and prompt if many."""
    asked = incoming.param("judge")
    if asked and len(content.judges) == 1:
        return dict.fromkeys(content.judges, asked)
    return {
        key: " ".join(filter(None, (asked, *key)))[:LONGEST_NAME]
        for key in content.judges
    }


def _compare(incoming: Incoming, plan: GradesPlan) -> None:
    """Find what is in already; raise Unchanged, or Refused for other content."""
    names = [*plan.names.values(), *filter(None, [incoming.param("relevance")])]
    if len(set(names)) < len(names):
        raise Refused("Two judges of the file would have one name. Give another.")
    for name in names:
        if judge := judge_for(incoming, name):
            plan.old[name] = judge
    changed = there(incoming, plan.content, plan.bank, plan.names, plan.old)
    plan.same = set(plan.old) - set(changed)
    differing = [name for name, lost in changed.items() if lost]
    if differing and not incoming.flag("replace"):
        raise Refused(
            f"Judge {', '.join(differing[:FEW])} has other labels of these items "
            f"already. {incoming.to_replace} to change them (each change is kept in "
            "the record), or give these labels another judge's name."
        )
    _compare_runs(incoming, plan)
    fresh = set(names) - plan.same or set(plan.content.runs) - plan.same
    if plan.bank and not fresh:
        raise Unchanged
    number = Judge.objects.visible().filter(track=incoming.track).count()
    new = len(set(names) - set(plan.old))
    incoming.note_many(None, "judge", number + new, "judges")
    incoming.report.raise_if_errors()


def _compare_runs(incoming: Incoming, plan: GradesPlan) -> None:
    tags = list(plan.content.runs)
    runs = Run.objects.landed().filter(track=incoming.track, name__in=tags)
    others = []
    for run in runs:
        if run.deleted_at is None and lists_there(run, plan.content):
            plan.same.add(run.name)
        else:
            others.append(run.name)
    if others:
        raise Refused(
            f"Run {', '.join(others[:FEW])} is in already, or put away, with another "
            "ranking. Take the grades without the runs, or rename them in the file."
        )
    total = incoming.track.runs.visible().count() + len(set(tags) - plan.same)
    incoming.note_many(None, "runs", total, "runs")


GRADES = register(
    ImportKind(
        name="exam_grades",
        turn=51,
        after="After the topics, and their questions if there is a file of them.",
        title="Exam grades",
        hint="The rubric workbench’s graded passages (JSONL).",
        form=GradesForm,
        importer=GradesImporter(),
    )
)
